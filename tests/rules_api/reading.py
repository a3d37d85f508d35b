"""Reading a form off a page as a browser does."""

from html.parser import HTMLParser


class Form(HTMLParser):
    """The fields of the form with the id `asked`, as they would be sent."""

    def __init__(self):
        super().__init__()
        self.sent = {}
        self.inside = False
        self.area = self.select = None

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if tag == "form":
            self.inside = attrs.get("id") == "asked"
        if not self.inside:
            return
        name = attrs.get("name")
        if tag == "textarea":
            self.area = name
            self.sent[name] = ""
        elif tag == "select":
            self.select = name
        elif tag == "option" and (self.select not in self.sent or "selected" in attrs):
            self.sent[self.select] = attrs.get("value", "")
        elif tag == "input" and name:
            if attrs.get("type") == "checkbox":
                if "checked" in attrs:
                    self.sent.setdefault(name, [])
                    self.sent[name] = [*self.sent[name], attrs.get("value") or "on"]
            elif attrs.get("type") != "radio" or "checked" in attrs:
                self.sent[name] = attrs.get("value") or ""

    def handle_data(self, data):
        if self.area:
            self.sent[self.area] += data

    def handle_endtag(self, tag):
        if tag == "textarea" and self.area:
            self.sent[self.area] = self.sent[self.area].removeprefix("\n")
            self.area = None
        elif tag == "select":
            self.select = None
        elif tag == "form":
            self.inside = False


def form_of(answer):
    form = Form()
    form.feed(answer.content.decode())
    form.close()
    return form.sent
