"""The page's snippets in React and Vue, and the module's types in TypeScript, with the programs themselves."""

import json
import os
import re
import subprocess
import urllib.request
from importlib.util import find_spec
from pathlib import Path

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from clock import PATIENCE

NODE_MODULES = Path("/usr/share/nodejs")
REACT = [NODE_MODULES / name for name in ("react/umd/react.production.min.js", "react-dom/umd/react-dom.production.min.js")]
VUE = Path(next(iter(find_spec("nicegui").submodule_search_locations))) / "static/vue.esm-browser.prod.js"
QUERY = "from=1+%22apple%22&to=9+%22apple%22&duration=300ms&curve=easeOut"


@pytest.fixture
def snippet(browser, service):
    """What the page offers for the animation of `QUERY`."""
    def snippet(name):
        browser.get(f"{service.url}/?{QUERY}")
        text = "return document.getElementById(arguments[0])?.textContent"
        return WebDriverWait(browser, PATIENCE).until(lambda _: browser.execute_script(text, name))
    return snippet


def open_page(browser, other_origin):
    browser.get(other_origin.url)
    WebDriverWait(browser, PATIENCE).until(lambda _: browser.execute_script("return !!window.kinetype"))


def click_and_watch(browser):
    """Clicks the button, and returns the first and the last of the texts that its label shows."""
    WebDriverWait(browser, PATIENCE).until(lambda _: browser.find_elements(By.CSS_SELECTOR, "button kinetic-text"))
    return browser.execute_async_script("""
      const done = arguments[arguments.length - 1];
      const label = document.querySelector('kinetic-text');
      const texts = [];
      label.addEventListener('kinetic-frame', ({ detail }) => texts.push(detail.text));
      label.addEventListener('kinetic-end', ({ detail }) => done([detail.reason, texts[0], texts.at(-1)]));
      document.querySelector('button').click();
    """)


def node(script, *arguments):
    return subprocess.run(
        ["node", "-e", script, *arguments], capture_output=True, text=True, timeout=300, check=True,
        env=os.environ | {"NODE_PATH": str(NODE_MODULES)}).stdout


def mount_react(browser, component):
    """Shows a component by the name of `Label`."""
    compiled = node("""
      const { transpileModule } = require('typescript');
      const compilerOptions = { jsx: 'react', module: 'commonjs', target: 'es2020', esModuleInterop: true };
      // The classic JSX transform wants React in scope; newer set-ups import it themselves.
      const source = "import React from 'react';\\n" + process.argv[1];
      console.log(transpileModule(source, { compilerOptions }).outputText);
    """, component)
    for library in REACT:
        browser.execute_script(library.read_text())
    browser.execute_script("""
      const exports = {};
      new Function('exports', 'require', arguments[0])(exports, () => React);
      ReactDOM.createRoot(document.getElementById('place')).render(React.createElement(exports.Label));
    """, compiled)


def mount_vue(browser, component):
    """Shows a single-file component without its compiler: the same template, the same script."""
    setup = re.search(r"<script setup>\n(.*)</script>", component, re.DOTALL).group(1)
    template = re.search(r"<template>(.*)</template>", component, re.DOTALL).group(1)
    browser.execute_async_script("""
      const [library, setup, template, done] = arguments;
      import(URL.createObjectURL(new Blob([library], { type: 'text/javascript' }))).then((Vue) => {
        const names = [...setup.matchAll(/const (?:(\\w+)|\\[([^\\]]*)\\])/g)].map(([, one, several]) => one ?? several);
        const body = setup.replace(/import .*;/, '') + `return { ${names.join()} };`;
        const app = Vue.createApp({ template, setup: () => new Function('ref', body)(Vue.ref) });
        app.config.compilerOptions.isCustomElement = (tag) => tag === 'kinetic-text';
        app.mount('#place');
        done();
      });
    """, VUE.read_text(), setup, template)


def test_the_react_component_moves_when_its_state_changes(browser, snippet, other_origin):
    component = snippet("react")
    assert len(component.splitlines()) <= 10
    open_page(browser, other_origin)
    mount_react(browser, component)
    assert click_and_watch(browser) == ["finished", '1 "apple"', '9 "apple"']


def test_the_vue_component_moves_when_its_state_changes(browser, snippet, other_origin):
    component = snippet("vue")
    assert len(component.splitlines()) <= 10
    open_page(browser, other_origin)
    mount_vue(browser, component)
    assert click_and_watch(browser) == ["finished", '1 "apple"', '9 "apple"']


# Types


RIGHT = """
      import { animate, drawing, KineticText, type Frame, type KineticTextAttributes, type Run } from './kinetype.js';
      const run: Run = animate(document.body, { from: 1, to: '400', format: '%d', duration: '2s', fps: 30 });
      run.finished.then((reason) => { if (reason === 'failed') run.cancel(); });
      const label = document.querySelector('kinetic-text')!;
      label.value = 12;
      label.addEventListener('kinetic-start', async ({ detail }) => {
        (await drawing())(document.body, { index: 0, time: 0, progress: 0, text: '1' }, detail);
      });
      label.addEventListener('kinetic-frame', ({ detail }) => { const frame: Frame = detail; frame.text.trim(); });
      label.addEventListener('kinetic-end', ({ detail }) => detail.problem?.errors?.[0].parameter.length);
      label.addEventListener('click', ({ clientX }) => clientX.toFixed());
      document.addEventListener('kinetic-start', ({ detail }) => detail.frameCount?.toFixed());
      document.body.addEventListener('kinetic-end', ({ detail }) => detail.text.trim());
      const attributes: KineticTextAttributes & JSX.IntrinsicElements['kinetic-text'] = { value: 1, fractionDigits: 2, children: [] };
      new KineticText();
    """
WRONG = [
    "animate(document.body, { duration: {} });", "animate('label', {});", "document.querySelector('kinetic-text')!.value = null;",
    "animate(document.body, {}).finished.then((reason) => reason === 'done');",
    "document.addEventListener('kinetic-frame', ({ detail }) => detail.texts);",
]
QUERIES = [
    "from=100+apples&to=400+apples&include=value,velocity", "from=9&to=12&interpolation=odometer", "from=ab&to=b&interpolation=morph",
    "from=a&to=b&effect=crossFade", "from=a&to=b", "from=1&to=2&interpolation=scramble&seed=4",
    "from=1&to=2&markers=0.5,2", "from=1+of+2&to=3+of+5&include=value,shown,widest&prefix=x&curve=bouncy",
]


@pytest.fixture(scope="module")
def complaints(service, tmp_path_factory):
    """What TypeScript, at its strictest, says of each program that uses the module; they share one run of the compiler."""
    folder = tmp_path_factory.mktemp("types")
    for name in ("kinetype.d.ts", "kinetype.js"):
        (folder / name).write_bytes(urllib.request.urlopen(f"{service.url}/{name}").read())
    programs = {name: f"import {{ animate }} from './kinetype.js';\n{name}" for name in WRONG}
    programs |= {query: program(service, query) for query in QUERIES} | {"right": RIGHT}
    files = {name: f"program{number}.ts" for number, name in enumerate(programs)}
    for name, file in files.items():
        (folder / file).write_text(programs[name])
    result = subprocess.run(
        ["tsc", "--noEmit", "--strict", "--target", "es2021", "--module", "es2020", "--typeRoots", ".", *files.values()],
        cwd=folder, capture_output=True, text=True, timeout=300)
    lines = [line for line in result.stdout.splitlines() if not line.startswith(" ")]
    assert all(line.startswith("program") for line in lines), result.stdout
    return {name: [line for line in lines if line.startswith(f"{file}(")] for name, file in files.items()}


def program(service, query):
    """An answer as a literal: one with a member that its type has not is an error."""
    answer = json.loads(urllib.request.urlopen(f"{service.url}/v1/frames?{query}&fps=20&duration=.2").read())
    return f"""
      import type {{ AnimationDescription, Frame }} from './kinetype.js';
      export const animation: AnimationDescription = {json.dumps(answer["animation"])};
      export const frames: Frame[] = {json.dumps(answer["frames"])};
    """


def test_the_types_let_a_right_program_pass(complaints):
    assert complaints["right"] == []


@pytest.mark.parametrize("statement", WRONG)
def test_the_types_stop_a_wrong_program(complaints, statement):
    assert any("error TS" in line for line in complaints[statement])


@pytest.mark.parametrize("query", QUERIES)
def test_an_answer_has_the_members_that_the_types_name_and_no_others(complaints, query):
    assert complaints[query] == []


def test_the_module_exports_what_the_types_declare(service):
    module = urllib.request.urlopen(f"{service.url}/kinetype.js").read().decode()
    types = urllib.request.urlopen(f"{service.url}/kinetype.d.ts").read().decode()
    exported = r"^export (?:declare )?(?:function|class) (\w+)"
    assert set(re.findall(exported, module, re.MULTILINE)) == set(re.findall(exported, types, re.MULTILINE)) != set()
