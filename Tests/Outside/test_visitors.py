"""Labels that visitors make: from this machine, from elsewhere, and on several nodes."""

import json

from service import wait_for
from test_label_nodes import nodes, redis  # noqa: F401
from test_label_streams import Viewer
from test_labels import request
from test_readme import published

# What a visitor of this machine and one from another address are told and answered; `curl` is the one from elsewhere.
VISITS = """
for from in "command curl -sS" curl; do
  $from -X OPTIONS -o /dev/null -w '%header{allow}\\n' http://localhost:8080/v1/labels
  $from -w '\\n%{http_code}\\n' http://localhost:8080/v1/labels -d '{"to":"$9,100 raised"}' | tail -n 1
done
"""


def test_a_visitor_from_elsewhere_makes_a_label_where_all_may_alone(tmp_path):
    here, elsewhere = "GET, HEAD, POST, OPTIONS", "GET, HEAD, OPTIONS"
    script = f"curl -o /dev/null http://localhost:8080/readyz\n{VISITS}"
    assert published(tmp_path, "", script).split("\n")[:4] == [here, "201", elsewhere, "403"]
    on = "export KINETYPE_VISITOR_LABELS=on"
    assert published(tmp_path, on, script).split("\n")[:4] == [here, "201", here, "201"]
    off = "export KINETYPE_VISITOR_LABELS=off"
    assert published(tmp_path, off, script).split("\n")[:4] == [elsewhere, "403", elsewhere, "403"]


def visit(node, method, path="", secret=None, **body):
    fields = {"Authorization": f"Bearer {secret}"} if secret else {}
    return request(node, method, f"/v1/labels{path}", body or None, **fields)


def test_nodes_know_a_visitor_by_the_secret_and_share_the_room(nodes):  # noqa: F811
    one, two, three = nodes(maximum_visitor_labels=2)
    status, _, made = visit(one, "POST", to="$9,100 raised")
    assert status == 201
    name, secret = made["id"], made["secret"]
    assert visit(two, "PUT", f"/{name}", secret, to="$12,340 raised")[0] == 200
    assert visit(three, "PUT", f"/{name}", to="1")[0] == 401
    assert visit(three, "GET", f"/{name}")[2]["to"] == "$12,340 raised"
    status, _, other = visit(three, "POST", to="1")
    assert status == 201
    viewers = [Viewer(two, f"/v1/labels/{label}/stream") for label in (name, other["id"])]
    for viewer in viewers:
        wait_for(viewer.frames)
    status, fields, problem = visit(two, "POST", to="1")
    assert status == 503 and int(fields["Retry-After"]) > 0 and problem["type"] == "/problems#too-many-labels"
    for node in (one, two, three):
        assert json.loads(node.get("/v1/labels")[2]) == {"labels": []}
    # A newcomer takes the place of one that nobody watches where he comes.
    viewers.pop().close()

    def make():
        status, _, made = visit(two, "POST", to="1")
        return status == 201 and made

    newest = wait_for(make)
    assert visit(one, "GET", f"/{other['id']}")[0] == 404
    assert visit(two, "DELETE", f"/{name}", secret)[0] == 204
    assert visit(one, "POST", to="1")[0] == 201
    assert visit(three, "GET", f"/{newest['id']}")[0] == 200
    for viewer in viewers:
        viewer.close()
