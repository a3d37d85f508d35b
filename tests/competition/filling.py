"""A commissioner who has nothing but the pages: what no form on them says cannot be said."""

from html.parser import HTMLParser
from urllib.parse import urljoin

TICKED = ("checkbox", "radio")


class Sheet(HTMLParser):
    """The forms of a page: where each is sent to, what stands in it, and what may be chosen."""

    def __init__(self, page):
        super().__init__()
        self.forms = []
        self.inside = self.select = self.area = None
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if tag == "form":
            self.inside = Paper(attrs)
            self.forms.append(self.inside)
            return
        paper = self._named(attrs["form"]) if "form" in attrs else self.inside
        if tag == "option" and self.select:
            paper.offer(self.select, attrs["value"], chosen="selected" in attrs)
        elif paper and attrs.get("name"):
            self._field(paper, tag, attrs)

    def _named(self, key):
        return next(each for each in self.forms if each.key == key)

    def _field(self, paper, tag, attrs):
        name = attrs["name"]
        if tag == "button":
            paper.buttons.add((name, attrs.get("value", "")))
        elif tag == "select":
            self.select = name
            paper.single.add(name)
        elif tag == "textarea":
            self.area = name
            paper.told[name] = [""]
        elif attrs.get("type") in TICKED:
            paper.offer(name, attrs.get("value", "on"), chosen="checked" in attrs)
        else:
            paper.told[name] = [attrs.get("value", "")]

    def handle_data(self, data):
        if self.area:
            self.inside.told[self.area][0] += data

    def handle_endtag(self, tag):
        if tag == "form":
            self.inside = None
        elif tag == "select":
            self.select = None
        elif tag == "textarea" and self.area:
            # Browsers drop a line end that follows the tag.
            said = self.inside.told[self.area]
            said[0] = said[0].removeprefix("\n")
            self.area = None


class Paper:
    """One form, filled in as it came."""

    def __init__(self, attrs):
        self.key, self.action = attrs.get("id"), attrs.get("action", "")
        self.told, self.offered, self.buttons, self.single = {}, {}, set(), set()

    def offer(self, name, value, *, chosen):
        self.offered.setdefault(name, []).append(value)
        if chosen or (name in self.single and not self.told.get(name)):
            self.told[name] = [value] if name in self.single else [*self.told.get(name, []), value]

    def has(self, names, button, to):
        known = self.told.keys() | self.offered.keys()
        if not (names or button or to):
            return not self.action
        is_there = button is None or button in self.buttons
        return is_there and known >= set(names) and self.action.endswith(to)

    def write(self, name, value):
        values = [str(each) for each in (value if isinstance(value, list) else [value])]
        assert set(values) <= set(self.offered.get(name, values)), f"{name} does not offer {value}"
        self.told[name] = values


class Desk:
    """Somebody at a browser, who fills forms in and sends them."""

    def __init__(self, client):
        self.client = client

    def fill(self, page, values=None, *, press=None, to=""):
        """Write into the one form of a page that has all these fields, and send it.

        The page is an address, or what came back before. `press` is the button, as name and value,
        `to` how the form's own address ends; without any of it, the form is the one that is sent to
        the page itself. Gives the page that it leads to.
        """
        values = values or {}
        shown = self.client.get(page, follow=True) if isinstance(page, str) else page
        here = shown.request["PATH_INFO"]
        assert shown.status_code == 200, f"{here}: {shown.status_code}"
        if query := shown.request.get("QUERY_STRING"):
            here = f"{here}?{query}"
        forms = Sheet(shown.content.decode()).forms
        (paper,) = (each for each in forms if each.has(values, press, to))
        for name, value in values.items():
            paper.write(name, value)
        if press:
            paper.told[press[0]] = [press[1]]
        answer = self.client.post(urljoin(here, paper.action), paper.told, follow=True)
        form = answer.context and answer.context.get("form")
        assert answer.status_code == 200, f"{here}: {form and form.errors}"
        return answer
