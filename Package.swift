// swift-tools-version: 6.2
import PackageDescription

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let configuration = Target.Dependency.product(name: "Configuration", package: "swift-configuration")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let lifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let signals = Target.Dependency.product(name: "UnixSignals", package: "swift-service-lifecycle")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let metrics = Target.Dependency.product(name: "CoreMetrics", package: "swift-metrics")
let system = Target.Dependency.product(name: "SystemPackage", package: "swift-system")
let real = Target.Dependency.product(name: "RealModule", package: "swift-numerics")

let package = Package(
  name: "kinetype",
  products: [
    .executable(name: "kinetype", targets: ["kinetype"]),
    .library(name: "AnimationService", targets: ["AnimationService"]),
    .library(name: "TextAnimation", targets: ["TextAnimation", "WrittenNumbers", "Interpolation", "Timing"]),
  ],
  traits: [
    .default(enabledTraits: ["LocaleFormats"]),
    .trait(name: "LocaleFormats", description: "Numbers as locales write them; brings ICU into the binary."),
  ],
  // No Package.resolved is kept, so the versions that were tested stand here: only their fixes come by themselves.
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", .upToNextMinor(from: "1.8.2")),
    .package(url: "https://github.com/apple/swift-configuration", .upToNextMinor(from: "1.4.0"), traits: []),
    .package(url: "https://github.com/apple/swift-http-types", .upToNextMinor(from: "1.8.0"), traits: []),
    .package(url: "https://github.com/apple/swift-log", .upToNextMinor(from: "1.16.2")),
    .package(url: "https://github.com/apple/swift-metrics", .upToNextMinor(from: "2.13.0")),
    .package(url: "https://github.com/apple/swift-numerics", .upToNextMinor(from: "1.1.1")),
    .package(url: "https://github.com/apple/swift-system", .upToNextMinor(from: "1.8.1")),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", .upToNextMinor(from: "2.13.0")),
  ],
  targets: [
    .target(name: "TextBytes"),
    .target(name: "Timing", dependencies: [real]),
    .target(name: "Interpolation", dependencies: ["TextBytes"]),
    .target(name: "WrittenNumbers", dependencies: ["Interpolation", "TextBytes", real]),
    .target(
      name: "TextAnimation", dependencies: ["WrittenNumbers", "Interpolation", "Timing", "TextBytes", real]),
    // Foundation's ICU: Foundation itself does not write amounts of every unit.
    .target(
      name: "LocalizedNumbers", dependencies: ["WrittenNumbers", "Interpolation"],
      linkerSettings: [.linkedLibrary("_FoundationICU")]),
    .target(name: "CPrefetch"),
    .target(name: "FrameScheduling", dependencies: ["CPrefetch", "System"]),
    .target(name: "CGnuTLS", linkerSettings: [.linkedLibrary("gnutls")]),
    .target(name: "CMicrohttpd", dependencies: ["CGnuTLS"], linkerSettings: [.linkedLibrary("microhttpd")]),
    .target(name: "CZlib", linkerSettings: [.linkedLibrary("z")]),
    .target(name: "System", dependencies: ["CGnuTLS", "CZlib"]),
    .target(name: "CSQLite", linkerSettings: [.linkedLibrary("sqlite3")]),
    .target(name: "CHiredis", linkerSettings: [.linkedLibrary("hiredis")]),
    .target(name: "CPangoCairo"),
    .target(name: "Pictures", dependencies: ["CPangoCairo", "System"]),
    .target(
      name: "Documents",
      dependencies: [
        "Interpolation", "WrittenNumbers", "TextAnimation", "Timing", "TextBytes",
        "FrameScheduling", "Pictures", httpTypes,
      ]),
    .target(
      name: "Requests",
      dependencies: [
        "Documents", "Interpolation", "WrittenNumbers", "TextAnimation", "Timing", "TextBytes",
        "FrameScheduling",
        .target(name: "LocalizedNumbers", condition: .when(traits: ["LocaleFormats"])),
      ]),
    .target(name: "LabelStore", dependencies: ["System", "CHiredis", "CSQLite"]),
    .target(name: "MicroHTTP", dependencies: ["System", "CGnuTLS", "CMicrohttpd", httpTypes, logging]),
    .target(name: "CWebAssets", exclude: ["files"]),
    .target(
      name: "Deployment",
      dependencies: [
        "Documents", "FrameScheduling", "LabelStore", "MicroHTTP", "Requests", "System", "TextBytes", "Timing",
        configuration, httpTypes,
      ]),
    .target(
      name: "LiveLabels",
      dependencies: [
        "Deployment", "LabelStore", "Requests", "Documents", "TextAnimation", "WrittenNumbers",
        "Interpolation", "Timing", "TextBytes", "FrameScheduling", "MicroHTTP", httpTypes, logging,
      ]),
    .target(
      name: "Viewers",
      dependencies: [
        "LiveLabels", "LabelStore", "Deployment", "Documents", "TextAnimation", "Timing", "TextBytes",
        "FrameScheduling", "MicroHTTP", "System", httpTypes, logging,
      ]),
    .target(
      name: "AnimationService",
      dependencies: [
        "Viewers", "LiveLabels", "Deployment", "Timing", "Interpolation", "WrittenNumbers", "TextAnimation",
        "TextBytes", "FrameScheduling", "System", "MicroHTTP", "LabelStore", "Documents", "Requests", "CWebAssets",
        configuration, httpTypes, lifecycle, logging, metrics, signals,
      ]),
    .executableTarget(
      name: "kinetype",
      dependencies: [
        "AnimationService", "Documents", "LabelStore", "Interpolation", "WrittenNumbers", "TextAnimation", "TextBytes",
        "Timing", "FrameScheduling",
        "MicroHTTP", "Requests", "System", argumentParser, configuration, logging, system,
      ]),
    .target(name: "ProcessorTime", path: "Tests/ProcessorTime"),
    .target(name: "SeededNumbers", path: "Tests/SeededNumbers"),
    .testTarget(name: "TextBytesTests", dependencies: ["TextBytes", "ProcessorTime", "SeededNumbers"]),
    .testTarget(name: "TimingTests", dependencies: ["Timing", "SeededNumbers"], resources: [.copy("Vectors")]),
    .target(name: "TextFilms", dependencies: ["Interpolation", "TextBytes"], path: "Tests/TextFilms"),
    .testTarget(
      name: "WrittenNumbersTests",
      dependencies: ["SeededNumbers", "TextFilms", "WrittenNumbers", "Interpolation", "TextBytes"]),
    .testTarget(
      name: "TextAnimationTests",
      dependencies: [
        "TextFilms", "ProcessorTime", "SeededNumbers", "Interpolation", "WrittenNumbers", "TextAnimation", "Timing",
        "TextBytes",
      ],
      resources: [.copy("Vectors")]),
    .testTarget(
      name: "LocalizedNumbersTests",
      dependencies: ["LocalizedNumbers", "Interpolation", "WrittenNumbers", "TextAnimation", "TextBytes"],
      resources: [.copy("Vectors")]),
    .testTarget(
      name: "DocumentsTests",
      dependencies: ["Documents", "Interpolation", "WrittenNumbers", "TextAnimation", "TextBytes", "Timing"]),
    .testTarget(
      name: "RequestsTests",
      dependencies: ["Requests", "Documents", "WrittenNumbers", "TextAnimation", "TextBytes"]),
    .testTarget(
      name: "DeploymentTests",
      dependencies: [
        "Deployment", "Documents", "FrameScheduling", "MicroHTTP", "SeededNumbers", "System", configuration, httpTypes,
        system,
      ]),
    .target(name: "TestLog", dependencies: [logging], path: "Tests/TestLog"),
    .testTarget(
      name: "LiveLabelsTests",
      dependencies: [
        "LiveLabels", "Deployment", "Interpolation", "LabelStore", "MicroHTTP", "Requests", "TextAnimation",
        "TextBytes",
        "WrittenNumbers", logging,
      ]),
    .testTarget(
      name: "ViewersTests",
      dependencies: ["Viewers", "Deployment", "FrameScheduling", "SeededNumbers", "TestLog", logging]),
    .testTarget(name: "FrameSchedulingTests", dependencies: ["FrameScheduling", "SeededNumbers"]),
    .target(name: "RawClient", path: "Tests/RawClient"),
    .testTarget(name: "PicturesTests", dependencies: ["Pictures", "System"]),
    .testTarget(name: "SystemTests", dependencies: ["System", "RawClient"]),
    .executableTarget(name: "LabelWriter", dependencies: ["LabelStore"], path: "Tests/LabelWriter"),
    .testTarget(
      name: "LabelStoreTests", dependencies: ["LabelStore", "LabelWriter", "ProcessorTime", "RawClient", "System"]),
    .testTarget(
      name: "MicroHTTPTests",
      dependencies: ["MicroHTTP", "System", "CGnuTLS", "CMicrohttpd", "RawClient", httpTypes, logging]),
    .testTarget(
      name: "AnimationServiceTests",
      dependencies: [
        "AnimationService", "Viewers", "LiveLabels", "Deployment", "Documents", "FrameScheduling",
        "LabelStore", "MicroHTTP", "Pictures", "ProcessorTime", "RawClient", "Requests", "SeededNumbers", "System",
        "TestLog", "Interpolation", "WrittenNumbers", "TextAnimation", "TextBytes", "Timing", configuration, httpTypes,
        logging,
        metrics, system,
      ]),
  ]
)

// Servers to compare with, a client that loads them, and measurements in process: `make bench`.
if Context.environment["KINETYPE_BENCHMARKS"] != nil {
  let gnu = CSetting.define("_GNU_SOURCE")
  package.targets += [
    .executableTarget(name: "LoadClient", path: "Tests/Benchmarks/LoadClient", cSettings: [gnu]),
    .executableTarget(name: "BareEpoll", path: "Tests/Benchmarks/BareEpoll", cSettings: [gnu]),
    .executableTarget(
      name: "MicrohttpdFixed", path: "Tests/Benchmarks/MicrohttpdFixed", cSettings: [gnu],
      linkerSettings: [.linkedLibrary("microhttpd")]),
    .target(name: "HandWritten", path: "Tests/Benchmarks/HandWritten"),
    .executableTarget(
      name: "Micro",
      dependencies: [
        "AnimationService", "Viewers", "LiveLabels", "Deployment", "HandWritten", "MicroHTTP",
        "Interpolation", "WrittenNumbers", "TextAnimation", "TextBytes",
        "Timing", httpTypes,
        logging,
      ],
      path: "Tests/Benchmarks/Micro"),
  ]
}

// A fuzzer in place of the tests, with the targets that they replay: `make fuzz`. The variable has the toolchain's library
// that leads it.
let fuzzer = Context.environment["KINETYPE_FUZZ"]
if let fuzzer {
  package.targets.removeAll { $0.isTest }
  package.targets.append(
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        "AnimationService", "Viewers", "LiveLabels", "Deployment", "Documents", "FrameScheduling",
        "LabelStore", "MicroHTTP", "RawClient", "Requests", "SeededNumbers", "System",
        "Interpolation", "WrittenNumbers", "TextAnimation", "TextBytes", "Timing", httpTypes, logging,
      ],
      path: "Tests", exclude: ["Fuzz/Corpus", "Fuzz/run"],
      sources: ["Fuzz/Fuzz.swift"]
        + [
          "TestService.swift", "RunningService.swift", "Labels/LabelTestService.swift", "Generated/Input.swift",
          "Generated/Fuzzed",
        ].map { "AnimationServiceTests/\($0)" },
      linkerSettings: [.unsafeFlags([fuzzer]), .linkedLibrary("stdc++")]))
}

// One list of strictness for every Swift target. Warnings are errors where the environment asks for it (CI and make),
// so that a user's newer compiler with a new warning still builds.
let strictness: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),  // SE-0335
  .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
  .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
  .enableExperimentalFeature("Lifetimes"),  // a Span returned from a non-copyable buffer (SE-0446 with SE-0465)
  .strictMemorySafety(),  // SE-0458
]
let isTested = Context.environment["KINETYPE_STRICT"] != nil
let warningsAreErrors = Context.environment["CI"] != nil || isTested
// Tests run optimized code, as users do; without it they take five times as long.
let optimized = SwiftSetting.unsafeFlags(["-O"], .when(configuration: .debug))
let ofC = ["CGnuTLS", "CHiredis", "CMicrohttpd", "CPangoCairo", "CSQLite", "CWebAssets", "CZlib"]
for target in package.targets where !ofC.contains(target.name) {
  target.swiftSettings = strictness + (warningsAreErrors ? [.treatAllWarnings(as: .error)] : [])
  if isTested, !target.isTest { target.swiftSettings?.append(optimized) }
  if fuzzer != nil { target.swiftSettings?.append(.unsafeFlags(["-sanitize=fuzzer", "-enable-testing"])) }
}
