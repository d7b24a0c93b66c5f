"""What axe finds on a page."""

from axe_selenium_python import Axe

# This version of axe reads no oklch(): it is given what the browser paints.
PLAIN_COLOURS = """
  const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const plain = (value) => {
    if (!/^oklch/.test(value)) return value;
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = value;
    pen.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = pen.getImageData(0, 0, 1, 1).data;
    return `rgba(${red}, ${green}, ${blue}, ${alpha / 255})`;
  };
  const computed = window.computedStyle ??= window.getComputedStyle;
  window.getComputedStyle = (...given) => new Proxy(computed.apply(window, given), {
    get: (style, name) => typeof style[name] === 'function' ? (...more) => plain(style[name](...more)) : plain(style[name]),
  });
"""


def assert_no_barriers(browser):
    axe = Axe(browser)
    axe.inject()
    browser.execute_script(PLAIN_COLOURS)
    violations = axe.run()["violations"]
    assert violations == [], axe.report(violations)
