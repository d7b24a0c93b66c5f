"""GIF and APNG, read by Pillow, ffprobe and apngdis, and checked by gifsicle and pngcheck."""

import io
import json
import shutil
import subprocess

import pytest
from PIL import Image, ImageChops

from test_labels import request

APPLES = "/v1/frames?from=100%20apples&to=400%20apples&curve=linear"
FORMS = ("gif", "apng")


def film(service, form, query="", path=APPLES):
    status, fields, body = service.get(f"{path}&as={form}{query}", timeout=60)
    assert status == 200, body
    assert fields["Content-Type"] == f"image/{form}"
    return body


def frames(body):
    """Each frame as it is shown, with its milliseconds."""
    image = Image.open(io.BytesIO(body))
    shown = []
    for index in range(image.n_frames):
        image.seek(index)
        shown.append((image.convert("RGBA"), image.info["duration"]))
    return shown


def ink(picture):
    """Where a picture is not as its corner; None where nothing is."""
    behind = Image.new("RGBA", picture.size, picture.getpixel((0, 0)))
    return ImageChops.difference(picture, behind).getbbox(alpha_only=False)


@pytest.mark.parametrize("form", FORMS)
def test_each_frame_shows_its_text_for_its_time(service, form):
    shown = frames(film(service, form, "&duration=1&fps=30"))
    assert 20 < len(shown) <= 31
    times = [time for _, time in shown]
    # The last stands for one frame more.
    assert sum(times) == pytest.approx(1000 + 1000 / 30, abs=10)
    # What players show in less than 20 ms, they show in 100.
    assert min(times) >= (20 if form == "gif" else 16)
    assert all(ink(picture) for picture, _ in shown)
    middle = shown[len(shown) // 2][0]
    for other in (shown[0][0], shown[-1][0]):
        assert ImageChops.difference(middle, other).getbbox(alpha_only=False)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("fps", [24, 29.97, 60, 120])
def test_no_error_of_rounding_adds_up(service, form, fps):
    times = [time for _, time in frames(film(service, form, f"&duration=4&fps={fps}"))]
    assert sum(times) - times[-1] == pytest.approx(4000, abs=20)


@pytest.mark.parametrize("lack", ["Pango", "a font"])
def test_a_machine_that_cannot_draw_says_so_and_does_the_rest(start, tmp_path, lack):
    library, fonts = tmp_path / "libpangocairo-1.0.so.0", tmp_path / "fonts.conf"
    library.touch()
    fonts.write_text("<fontconfig/>")
    service = start(variables={"LD_LIBRARY_PATH": tmp_path} if lack == "Pango" else {"FONTCONFIG_FILE": fonts})
    for form in FORMS:
        status, _, body = service.get(f"{APPLES}&as={form}", timeout=60)
        assert status == 400
        assert b"the service's machine has no Pango (libpangocairo-1.0-0), or no font" in body
    assert service.get(f"{APPLES}&as=svg")[0] == 200


def test_what_a_gif_shows_is_what_an_apng_shows(service):
    ends = [frames(film(service, form, "&duration=0.5&fps=10")) for form in FORMS]
    assert len(ends[0]) == len(ends[1])
    for (gif, _), (apng, _) in zip(*ends):
        behind = Image.new("RGBA", apng.size, "white")
        most = ImageChops.difference(gif, Image.alpha_composite(behind, apng)).getextrema()
        assert max(high for _, high in most) <= 1


def test_an_apng_has_no_background_and_a_gif_a_white_one(service):
    (gif, _), (apng, _) = (frames(film(service, form))[-1] for form in FORMS)
    assert gif.getpixel((0, 0)) == (255, 255, 255, 255)
    assert apng.getpixel((0, 0))[3] == 0


def test_texts_look_as_asked(service):
    plain, large = (frames(film(service, "gif", query))[0][0] for query in ("", "&size=96"))
    assert [round(side / 2) for side in large.size] == pytest.approx(list(plain.size), abs=1)
    for form in FORMS:
        picture = frames(film(service, form, "&color=c00&background=navy"))[-1][0]
        colors = {color for _, color in picture.getcolors()}
        assert picture.getpixel((0, 0)) == (0, 0, 128, 255) and (204, 0, 0, 255) in colors
    dark = frames(film(service, "gif", "&theme=dark"))[-1][0]
    assert dark.getpixel((0, 0)) == (0, 0, 0, 255) and max(dark.convert("L").getextrema()) > 200


def colors(picture):
    """The numbers of a picture's red, blue and gray pixels, on white."""
    white = Image.alpha_composite(Image.new("RGBA", picture.size, "white"), picture)
    found = [(color, count) for count, color in white.convert("RGB").getcolors(1 << 16)]
    return (sum(count for (r, g, b), count in found if r > max(g, b) + 120),
            sum(count for (r, g, b), count in found if b > max(r, g) + 60),
            sum(count for (r, g, b), count in found if max(r, g, b) - min(r, g, b) < 3 and r < 200))


@pytest.mark.parametrize("form", FORMS)
def test_emoji_have_their_colors_and_texts_theirs(service, form):
    target = "/v1/frames?from=1&to=9&suffix=%20%F0%9F%8D%8E"
    shown = [colors(picture) for picture, _ in frames(film(service, form, "&duration=0.5", target))]
    assert all(red > 200 and not blue and gray > 100 for red, blue, gray in shown)
    red, blue, gray = colors(frames(film(service, form, "&color=blue", target))[0][0])
    assert red > 200 and blue > 100 and gray < 50
    # What fades is between its color and what is behind it, and gone at the end.
    fading = [picture for picture, _ in frames(film(
        service, form, "&effect=crossFade&duration=0.5", "/v1/frames?from=%F0%9F%8D%8E&to=1"))]
    assert colors(fading[0])[0] > 200 and colors(fading[-1])[0] == 0
    middle = fading[0].width // 2, fading[0].height // 2
    assert len({picture.getpixel(middle) for picture in fading}) > 3
    # A change from one emoji to another shows both.
    morph = [picture for picture, _ in frames(film(
        service, form, "&interpolation=morph", "/v1/frames?from=%F0%9F%8D%8E&to=%F0%9F%94%B5"))]
    assert colors(morph[0])[:2] > (200, 0) and colors(morph[-1])[1] > 200 and colors(morph[-1])[0] == 0


def test_without_a_font_that_has_colors_emoji_have_that_of_the_text(start, tmp_path):
    fonts = tmp_path / "fonts.conf"
    fonts.write_text("<fontconfig><dir>/usr/share/fonts/truetype/dejavu</dir></fontconfig>")
    service = start(variables={"FONTCONFIG_FILE": fonts})
    for form in FORMS:
        body = film(service, form, "", "/v1/frames?to=%F0%9F%8D%8E")
        red, blue, gray = colors(frames(body)[-1][0])
        assert not red and not blue and gray
        # 16 colors.
        assert body[10] == 0b1011_0011 if form == "gif" else body[24] == 4


MONO, SANS = (f"/usr/share/fonts/truetype/dejavu/{name}.ttf" for name in ("DejaVuSansMono-Bold", "DejaVuSans-Bold"))
ONE = {"text.ttf": MONO}
PREFER = "<alias binding='same'><family>monospace</family><prefer><family>DejaVu {}</family></prefer></alias>"


@pytest.fixture(scope="module")
def tags_and_pictures(start, tmp_path_factory):
    """Each picture of a machine with such fonts and such a rule to choose among them, with its tag."""
    folder = tmp_path_factory.mktemp("fonts")
    rules = folder / "fonts.conf"

    def shown(fonts, rule=""):
        for file in folder.glob("*.ttf"):
            file.unlink()
        for name, font in fonts.items():
            shutil.copy(font, folder / name)
        rules.write_text(f"<fontconfig><dir>{folder}</dir>{rule}</fontconfig>")
        service = start(variables={"FONTCONFIG_FILE": rules}, labels=f"sqlite:{folder}/labels")
        if service.get("/v1/labels/a")[0] == 404:
            assert request(service, "PUT", "/v1/labels/a", {"to": "5 apples", "duration": 0})[0] == 201
        found = {}
        for path in [f"{APPLES}&duration=0.1&as=gif", f"{APPLES}&duration=0.1&as=apng", "/v1/labels/a?as=png", "/labels/a.gif",
                     "/v1/labels/a/frames?version=1&as=gif", f"{APPLES}&as=svg"]:
            status, fields, body = service.get(path, timeout=60)
            assert status == 200, body
            assert service.get(path, If_None_Match=fields["ETag"])[0] == 304
            found[path] = fields["ETag"], body
        service.stop()
        return found

    return shown


@pytest.mark.parametrize("fonts,rule", [
    ({"text.ttf": SANS}, ""), (ONE | {"more.ttf": SANS}, ""), (ONE | {"more.ttf": SANS}, PREFER.format("Sans"))])
def test_the_tag_of_a_picture_is_that_of_the_fonts_that_draw_it(tags_and_pictures, fonts, rule):
    first, other = tags_and_pictures(ONE), tags_and_pictures(fonts, rule)
    for path, (tag, body) in first.items():
        # A browser draws an SVG with fonts of its own.
        assert (other[path] == (tag, body)) == (other[path][0] == tag) == path.endswith("svg"), path
    assert tags_and_pictures(ONE) == first


@pytest.mark.parametrize("align", ["left", "right"])
def test_narrower_texts_stand_where_they_should(service, align):
    shown = [ink(picture) for picture, _ in frames(film(service, "gif", f"&align={align}", "/v1/frames?from=1&to=1111111"))]
    left, right = ({box[side] for box in shown} for side in (0, 2))
    near, far = (left, right) if align == "left" else (right, left)
    assert max(near) - min(near) < 6 and max(far) - min(far) > 100


def test_a_film_is_shown_as_often_as_asked(service):
    for query, gif, apng in (("", None, 1), ("&repeat=3", 2, 3), ("&repeat=infinite", 0, 0)):
        bodies = [film(service, form, f"&duration=0.5&repeatDelay=2{query}") for form in FORMS]
        images = [Image.open(io.BytesIO(body)) for body in bodies]
        assert [image.info.get("loop") for image in images] == [gif, apng]
        # The last text stands until the next turn.
        assert sum(time for _, time in frames(bodies[0])) == 2500


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("motion", ["interpolation=odometer", "interpolation=morph", "effect=crossFade", "effect=scrollUp"])
def test_what_moves_is_drawn_moving(service, form, motion):
    shown = [picture for picture, _ in frames(film(service, form, "&fps=20&duration=1", f"/v1/frames?from=18&to=29&{motion}"))]
    ends = [ink(picture) for picture in (shown[0], shown[-1])]
    # Between two frames at rest a digit stands higher or is paler than either.
    middle = shown[len(shown) // 2]
    assert all(ends) and ink(middle)
    for end in (shown[0], shown[-1]):
        assert ImageChops.difference(middle, end).getbbox(alpha_only=False)
    rest = frames(film(service, form, "", "/v1/frames?from=29&to=29"))[0][0]
    assert not ImageChops.difference(shown[-1], rest).getbbox(alpha_only=False)


def test_a_long_delay_stays_as_long(service):
    for form in FORMS:
        times = [time for _, time in frames(film(service, form, "&delay=1000&duration=0.2&fps=10"))]
        assert sum(times) == pytest.approx(1_000_300, abs=10)


def test_programs_that_check_files_find_nothing(service, tmp_path):
    target = "/v1/frames?to=%F0%9F%91%8D%20of%0A12"
    for query in ("", "&from=1", "&duration=0", "&delay=700", "&interpolation=typewriter", "&duration=0.5&fps=240"):
        path = tmp_path / "film"
        path.write_bytes(film(service, "apng", query, target))
        check = subprocess.run(["pngcheck", path], capture_output=True, text=True)
        assert check.returncode == 0 and check.stdout.startswith("OK"), check.stdout
        path.write_bytes(film(service, "gif", query, target))
        check = subprocess.run(["gifsicle", "--info", path], capture_output=True, text=True)
        assert check.returncode == 0 and not check.stderr, check.stderr


@pytest.mark.parametrize("form", FORMS)
def test_ffprobe_sees_each_picture_for_its_time(service, tmp_path, form):
    body = film(service, form, "&duration=1&fps=20")
    path = tmp_path / f"film.{form}"
    path.write_bytes(body)
    probe = ["ffprobe", "-v", "error", "-show_streams", "-show_frames", "-of", "json", path]
    check = subprocess.run(probe, capture_output=True, text=True)
    assert check.returncode == 0 and not check.stderr, check.stderr
    seen = json.loads(check.stdout)
    stream, = seen["streams"]
    picture = Image.open(io.BytesIO(body))
    assert (stream["codec_name"], stream["width"], stream["height"]) == (form, *picture.size)
    assert [frame["media_type"] for frame in seen["frames"]] == ["video"] * picture.n_frames
    begin = 0
    for frame, (_, time) in zip(seen["frames"], frames(body), strict=True):
        assert float(frame["pts_time"]) * 1000 == pytest.approx(begin, abs=1)
        begin += time


def test_apngdis_takes_a_film_apart_into_what_is_shown(service, tmp_path):
    body = film(service, "apng", "&duration=0.5&fps=20")
    path = tmp_path / "film.png"
    path.write_bytes(body)
    check = subprocess.run(["apngdis", path], capture_output=True, text=True)
    assert check.returncode == 0, check.stdout
    parts = sorted(tmp_path.glob("apngframe*.png"))
    for part, (shown, _) in zip(parts, frames(body), strict=True):
        assert not ImageChops.difference(Image.open(part).convert("RGBA"), shown).getbbox(alpha_only=False)


def test_a_film_stays_small(service):
    assert len(film(service, "gif")) < 80_000
    assert len(film(service, "apng")) < 80_000


def test_many_films_leave_no_memory_behind(start):
    service = start(cache_entries=0)
    def some(rounds):
        for number in range(rounds):
            film(service, FORMS[number % 2], f"&duration=0.2&prefix={number}")
    some(300)
    before = service.memory
    some(500)
    # A leak of one frame a film would be 10 MiB.
    assert service.memory - before < 4096
