import Glibc

/// libFuzzer, which varies inputs of the target that `FUZZ_TARGET` names until one is not taken well.
///
/// The name is in the environment because libFuzzer starts itself anew with its own arguments.
@main
enum Fuzz {
  private static let target = unsafe getenv("FUZZ_TARGET").flatMap { unsafe FuzzTarget(rawValue: String(cString: $0)) }

  static func main() {
    guard target != nil else {
      print("FUZZ_TARGET is one of \(FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")).")
      exit(2)
    }
    var count = CommandLine.argc
    var arguments = unsafe Optional(CommandLine.unsafeArgv)
    exit(
      unsafe run(&count, &arguments) { bytes, count in
        unsafe Fuzz.feed(Array(UnsafeBufferPointer(start: bytes, count: count)))
        return 0
      })
  }

  private static func feed(_ bytes: [UInt8]) {
    let start = clock()
    do throws(Finding) {
      try target?.run(bytes)
    } catch {
      fatalError("\(error)")
    }
    // Of all threads, so that it is no matter how busy the machine is. What is looked at here makes all of it slower.
    let seconds = Double(clock() - start) / Double(CLOCKS_PER_SEC)
    if seconds > 3 { fatalError("It took \(seconds) s of a core.") }
  }
}

/// Of LLVM's `FuzzerDriver.cpp`.
@_silgen_name("LLVMFuzzerRunDriver")
private func run(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ feed: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt
