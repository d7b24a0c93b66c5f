"""The module as pages pin it and as npm installs it."""

import base64
import hashlib
import io
import json
import os
import subprocess
import tarfile
import urllib.request
from pathlib import Path

import pytest

from test_frameworks import NODE_MODULES, node

FILES = Path(__file__).parents[2] / "Sources/CWebAssets/files"
MINIFY = Path(__file__).parents[2] / ".ci/minify"


@pytest.fixture(scope="module")
def version(service):
    with urllib.request.urlopen(f"{service.url}/openapi.json") as answer:
        return json.load(answer)["info"]["version"]


@pytest.fixture
def installed(service, version, tmp_path):
    """A project in which the package is installed."""
    archive = urllib.request.urlopen(f"{service.url}/kinetype-{version}.tgz").read()
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        files.extractall(tmp_path / "unpacked", filter="data")
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "unpacked/package").rename(tmp_path / "node_modules/kinetype")
    (tmp_path / "package.json").write_text('{"type": "module"}')
    return tmp_path


def test_the_minified_module_is_made_from_its_parts():
    made = subprocess.run(MINIFY, capture_output=True, text=True, check=True).stdout
    assert (FILES / "kinetype.min.js").read_text() == made, "`make minified` makes it anew"


def test_the_minified_module_is_a_file_of_25000_bytes(service):
    request = urllib.request.Request(f"{service.url}/kinetype.min.js", headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(request) as answer:
        assert len(answer.read()) <= 25_000


# Two of its parts are loaded on demand from the readable module, and are in the minified one.
@pytest.mark.parametrize("ending", [".js", ".min.js"])
def test_a_page_that_pins_the_module_rolls_an_odometer(browser, service, other_origin, version, ending):
    address = f"{service.url}/kinetype-{version}{ending}"
    bytes_ = urllib.request.urlopen(address).read()
    integrity = "sha256-" + base64.b64encode(hashlib.sha256(bytes_).digest()).decode()
    browser.get(other_origin.url + "/bare")
    texts = browser.execute_async_script("""
      const [src, integrity, done] = arguments;
      const label = document.createElement('kinetic-text');
      Object.assign(label, { textContent: '9' });
      label.setAttribute('interpolation', 'odometer');
      label.setAttribute('duration', '0.3s');
      document.getElementById('place').append(label);
      let wheels = 0;
      label.addEventListener('kinetic-frame', () => {
        wheels = Math.max(wheels, label.shadowRoot.querySelectorAll('span span span').length);
      });
      label.addEventListener('kinetic-end', ({ detail }) => done([detail.reason, detail.text, wheels > 0]));
      const script = Object.assign(document.createElement('script'), { type: 'module', src, integrity, crossOrigin: '' });
      script.onload = () => { label.value = '12'; };
      script.onerror = () => done('refused');
      document.head.append(script);
    """, address, integrity)
    assert texts == ["finished", "12", True]


def test_the_package_is_imported_by_its_name(installed):
    script = "import('kinetype').then(({ animate, KineticText }) => console.log(typeof animate, typeof KineticText))"
    said = subprocess.run(["node", "-e", script], cwd=installed, capture_output=True, text=True, check=True).stdout
    assert said == "function function\n"


def test_a_page_that_bundles_the_module_says_where_the_service_is(browser, service, other_origin):
    browser.get(other_origin.url + "/bare")
    answer = browser.execute_async_script("""
      const [source, service, done] = arguments;
      // As a bundler does: the module is no longer where the service is.
      fetch(source).then((answer) => answer.blob()).then((file) => import(URL.createObjectURL(file))).then((module) => {
        module.settings.service = service;
        const place = document.getElementById('place');
        place.textContent = '1 apple';
        module.animate(place, { to: '9 apples', duration: '0.2s' }).finished.then((reason) => done([reason, place.textContent]));
      });
    """, f"{service.url}/kinetype.min.js", f"{service.url}/")
    assert answer == ["finished", "9 apples"]


def test_the_command_writes_the_package_that_the_service_has(service, version):
    served = urllib.request.urlopen(f"{service.url}/kinetype-{version}.tgz").read()
    assert subprocess.run([os.environ["KINETYPE"], "package"], capture_output=True, check=True).stdout == served


# What the frameworks' own types say, as far as the element's need it.
FRAMEWORKS = {
    "react": ("""
      export interface HTMLAttributes<T> { className?: string; onClick?: (event: { currentTarget: T }) => void }
      export type DetailedHTMLProps<E, T> = E & { ref?: (element: T | null) => void };
      export namespace JSX { interface IntrinsicElements { p: HTMLAttributes<HTMLParagraphElement> } }
    """, """
      import type { JSX } from 'react';
      import 'kinetype/react';
      const right: JSX.IntrinsicElements['kinetic-text'] = { value: 5, className: 'price', curve: 'easeOut' };
      const wrong: JSX.IntrinsicElements['kinetic-text'] = { value: {} };
    """),
    "vue": ("""
      export type DefineComponent<P> = new () => { $props: P };
      export interface GlobalComponents { KeepAlive: DefineComponent<{}> }
    """, """
      import type { GlobalComponents } from 'vue';
      import 'kinetype/vue';
      type Props = InstanceType<GlobalComponents['kinetic-text']>['$props'];
      const right: Props = { value: '5', duration: '2s' };
      const wrong: Props = { value: {} };
    """),
    "svelte": ("""
      export interface HTMLAttributes<T extends EventTarget> { class?: string | null; onclick?: ((event: MouseEvent) => void) | null }
      export interface SvelteHTMLElements { p: HTMLAttributes<HTMLParagraphElement> }
    """, """
      import type { SvelteHTMLElements } from 'svelte/elements';
      import 'kinetype/svelte';
      const right: SvelteHTMLElements['kinetic-text'] = { value: 5, class: 'price' };
      const wrong: SvelteHTMLElements['kinetic-text'] = { value: {} };
    """),
}


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_frameworks_know_the_element(installed, framework):
    types, use = FRAMEWORKS[framework]
    home = installed / "node_modules" / framework
    home.mkdir()
    entry = "./elements" if framework == "svelte" else "."
    (home / "package.json").write_text(json.dumps({"exports": {entry: {"types": "./index.d.ts"}}}))
    (home / "index.d.ts").write_text(types)
    (installed / "use.ts").write_text(use)
    found = node("""
      const ts = require('typescript');
      const options = { strict: true, noEmit: true, skipLibCheck: true, target: ts.ScriptTarget.ES2022,
        module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext, types: [] };
      const program = ts.createProgram([process.argv[1]], options);
      for (const { messageText, file, start } of ts.getPreEmitDiagnostics(program)) {
        const line = file ? file.getLineAndCharacterOfPosition(start).line : '';
        console.log(line, ts.flattenDiagnosticMessageText(messageText, ' '));
      }
    """, str(installed / "use.ts")).splitlines()
    wrong = next(number for number, line in enumerate(use.splitlines()) if "wrong" in line)
    assert [int(line.split()[0]) for line in found] == [wrong], found
