extension CurvePlot {
  /// The colours by day and by night; every selector begins with the class of the picture, which may stand in a page.
  static let style: StaticString = """
    .kinetype-curve {
      color-scheme: light dark;
      --paper: #ffffff; --ink: #1d1d1f; --quiet: #5f6368; --rule: #e3e5e8; --axis: #9aa0a6;
      --curve: #0b63e5; --overshoot: #f29900;
      font: 15px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
    }
    @media (prefers-color-scheme: dark) {
      .kinetype-curve {
        --paper: #17181a; --ink: #f1f3f4; --quiet: #a8adb3; --rule: #2e3134; --axis: #6b7076;
        --curve: #78b0ff; --overshoot: #fdc34f;
      }
    }
    .kinetype-curve .paper { fill: var(--paper); }
    .kinetype-curve .caption {
      fill: var(--ink); font: 600 15px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
    }
    .kinetype-curve .grid { stroke: var(--rule); }
    .kinetype-curve .axis { stroke: var(--axis); }
    .kinetype-curve .value { fill: var(--quiet); text-anchor: end; }
    .kinetype-curve .time { fill: var(--quiet); text-anchor: middle; }
    .kinetype-curve .overshoot { fill: var(--overshoot); fill-opacity: 0.35; }
    .kinetype-curve .curve {
      fill: none; stroke: var(--curve); stroke-width: 3; stroke-linecap: round; stroke-linejoin: round;
    }
    """
}
