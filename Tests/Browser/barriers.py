"""What axe finds on a page."""

from importlib.resources import files

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text()

RUN = """
  const [rules, done] = arguments;
  axe.run({ resultTypes: ['violations'], ...(rules.length > 0 && { runOnly: rules }) })
    .then(({ violations }) => done(violations.map(({ id, help, nodes }) => ({
      id, help, nodes: nodes.map(({ html, failureSummary }) => `${html}: ${failureSummary}`),
    }))), (error) => done([`${error}`]));
"""


def assert_no_barriers(browser, *rules):
    """Of all rules, or of these alone: in another scheme of colours a page is the same but for its contrast."""
    browser.execute_script(AXE)
    found = browser.execute_async_script(RUN, rules)
    assert not found, found
