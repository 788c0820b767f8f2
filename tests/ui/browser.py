"""A headless Chromium, driven over the W3C WebDriver protocol by chromedriver; nothing but the standard library."""

import base64
import json
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # the protocol's name for an element's handle
FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1500,1050"]


def free_port():
    """A port that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Browser:
    """One tab."""

    def __init__(self, profile: Path):
        driver, chromium = shutil.which("chromedriver"), shutil.which("chromium") or shutil.which("google-chrome")
        if not (driver and chromium):
            raise RuntimeError("this test needs Chromium and chromedriver (Debian: chromium chromium-driver)")
        port = free_port()
        self.driver = subprocess.Popen([driver, f"--port={port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.base = f"http://127.0.0.1:{port}"
        self.until(lambda: self._call("GET", "/status")["ready"])
        options = {"binary": chromium, "args": [*FLAGS, f"--user-data-dir={profile}"]}
        wanted = {"capabilities": {"alwaysMatch": {"browserName": "chrome", "goog:chromeOptions": options}}}
        self.base += "/session/" + self._call("POST", "/session", wanted)["sessionId"]

    def _call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.loads(answer.read())["value"]
        except urllib.error.HTTPError as error:
            raise LookupError(json.loads(error.read())["value"]["message"].splitlines()[0]) from None

    def close(self):
        """Close the tab and the browser."""
        try:
            self._call("DELETE", "")
        finally:
            self.driver.terminate()
            self.driver.wait()

    def open(self, url):
        """Go to a page."""
        self._call("POST", "/url", {"url": url})

    def run(self, script, *arguments):
        """What JavaScript returns."""
        return self._call("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def find(self, xpath, patience=30):
        """The first element that matches, once there is one."""
        how = {"using": "xpath", "value": xpath}
        return self.until(lambda: self._call("POST", "/element", how), f"{xpath} on the page", patience)

    def count(self, css):
        """How many elements match now."""
        return self.run("return document.querySelectorAll(arguments[0]).length", css)

    def click(self, xpath, patience=30):
        """Click on it as a person would."""

        def press():
            element = self.find(xpath, patience)
            self._call("POST", f"/element/{element[ELEMENT]}/click", {})
            return True

        self.until(press, f"a click on {xpath}", patience)  # again, if the page changed between finding and clicking

    def press(self, key):
        """Press a key."""
        strokes = [{"type": kind, "value": key} for kind in ("keyDown", "keyUp")]
        self._call("POST", "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": strokes}]})

    def enter_frame(self, xpath):
        """Work inside a frame from now on."""
        self._call("POST", "/frame", {"id": self.find(xpath)})

    def text(self):
        """All text of the page."""
        return self.run("return document.body.innerText")

    def screenshot(self, path: Path):
        """A picture of the tab."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(base64.b64decode(self._call("GET", "/screenshot")))

    def until(self, look, what="", patience=30):
        """What `look` returns as soon as it is true."""
        due = time.monotonic() + patience
        while True:
            try:
                if found := look():
                    return found
            except (OSError, LookupError):
                pass
            assert time.monotonic() < due, f"not within {patience} s: {what}"
            time.sleep(0.2)
