"""What an effect shows, and where, beside the words around it."""

import pytest

from clock import until
from test_element import ADD, log, page, run, shown, timed, until_ended, until_frames  # noqa: F401

EFFECTS = ["fadeIn", "zoomIn", "fadeIn,zoomIn", "crossFade", "scaleFadeIn", "scaleFadeOut", "scrollUp", "scrollDown,crossFade"]

# How many pixels of the label, which is red, lie within its neighbours.
OVER = """
  const [png, done] = arguments;
  const image = new Image();
  image.onload = () => {
    const pen = new OffscreenCanvas(image.width, image.height).getContext('2d');
    pen.drawImage(image, 0, 0);
    const count = ({ left, top, right, bottom }) => {
      const [x, y] = [Math.ceil(left), Math.floor(top)];
      const [width, height] = [Math.floor(right) - x, Math.ceil(bottom) - y];
      const { data } = pen.getImageData(x, y, width, height);
      let count = 0;
      for (let at = 0; at < data.length; at += 4) if (data[at] - Math.max(data[at + 1], data[at + 2]) > 60) count += 1;
      return count;
    };
    done([...document.querySelectorAll('.beside')].map((one) => count(one.getBoundingClientRect())));
  };
  image.src = `data:image/png;base64,${png}`;
"""


def ink(timed):
    return timed.execute_async_script(OVER, timed.get_screenshot_as_base64())


@pytest.mark.parametrize("effect", EFFECTS)
@pytest.mark.parametrize(("source", "target"), [("Hi", "Good evening"), ("Good evening", "Hi")])
def test_no_effect_is_over_its_neighbours_words(timed, effect, source, target):
    run(timed, ADD, f'''<span class="beside">It is</span> <kinetic-text style="color: red" effect="{effect}" curve="linear"
        duration="1" value="{target}">{source}</kinetic-text><span class="beside">, dear Ada</span>''')
    seen = []
    for count in range(4, 60, 5):
        until_frames(timed, count)
        seen.append(ink(timed))
    assert seen == [[0, 0]] * len(seen)
    until_ended(timed)
    assert shown(timed) == target


@pytest.mark.parametrize("effect", ["fadeIn", "zoomIn", "zoomIn,fadeIn"])
def test_a_text_that_enters_has_the_one_before_leave(timed, effect):
    run(timed, ADD, f'<kinetic-text effect="{effect}" curve="linear" duration="1" value="Bea">Ada</kinetic-text>')
    until_frames(timed, 45)
    assert log(timed, "frame")[-1]["detail"]["labels"]["exit"]["opacity"] < 0.4


def test_who_names_entrance_and_exit_has_them(timed):
    run(timed, ADD, '<kinetic-text effect="fadeIn,zoomOut" curve="linear" duration="1" value="Bea">Ada</kinetic-text>')
    until_frames(timed, 30)
    labels = log(timed, "frame")[-1]["detail"]["labels"]
    assert labels["exit"]["opacity"] == 1 and labels["exit"]["scale"] != 1
