import Foundation
import Testing

@testable import LabelStore

struct DiskReserveTests {
  private let folder = TemporaryFolder()

  private func bytes(_ path: String) -> Int? {
    try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
  }

  @Test func `room is kept, given away and kept again`() throws {
    try folder.make()
    var reserve = DiskReserve(of: folder.path("labels.db"))
    let path = folder.path("labels.db-reserve")
    #expect(reserve.keep() == .kept && reserve.isKept && reserve.isRoomLeft())
    #expect(bytes(path) == reserve.size && reserve.size == 8 << 20)
    var status = stat()
    #expect(unsafe stat(path, &status) == 0 && status.st_blocks * 512 >= reserve.size)
    reserve.give()
    #expect(bytes(path) == nil && !reserve.isKept)
    #expect(reserve.isRoomLeft() && bytes(path) == 8 << 20)
    reserve.give()
    reserve.give()
    #expect(reserve.keep() == .kept && bytes(path) == 8 << 20)
  }

  @Test func `what a process before has kept is taken over`() throws {
    try folder.make()
    do {
      var reserve = DiskReserve(of: folder.path("labels.db"))
      #expect(reserve.keep() == .kept)
    }
    var reserve = DiskReserve(of: folder.path("labels.db"))
    #expect(reserve.keep() == .kept && bytes(folder.path("labels.db-reserve")) == 8 << 20)
  }

  @Test func `a place that takes no such file keeps none, and is not full for that`() {
    var reserve = DiskReserve(of: folder.path("none/labels.db"))
    #expect(reserve.keep() == .impossible && !reserve.isKept && reserve.isRoomLeft())
  }
}
