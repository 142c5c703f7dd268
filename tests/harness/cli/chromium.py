"""Drives headless Chromium through a pipe, by the Chrome DevTools Protocol (https://chromedevtools.github.io/devtools-protocol)."""

import base64
import fcntl
import json
import os
import select
import shutil
import signal
import tempfile
import time

BINARY = shutil.which("chromium") or shutil.which("chromium-browser")


class Browser:
    """One browser process. It reads commands from its file descriptor 3 and answers to 4, each message ending with a zero."""

    def __init__(self):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        to_browser, from_browser = os.pipe(), os.pipe()
        # Above 4, so that neither of the two duplicates overwrites the other's original.
        reads, writes = (fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, 10) for fd in (to_browser[0], from_browser[1]))
        arguments = [BINARY, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-pipe",
                     f"--user-data-dir={self.profile.name}", "about:blank"]
        self.process = os.posix_spawn(BINARY, arguments, os.environ, setpgroup=0, file_actions=[
            (os.POSIX_SPAWN_DUP2, reads, 3), (os.POSIX_SPAWN_DUP2, writes, 4),
            (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0), (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0)])
        for fd in (to_browser[0], from_browser[1], reads, writes):
            os.close(fd)
        self.out, self.answers = to_browser[1], from_browser[0]
        self.received, self.events, self.last = b"", [], 0

    def close(self):
        os.killpg(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.out)
        os.close(self.answers)
        self.profile.cleanup()

    def send(self, method, session=None, **parameters):
        """Sends a command and returns its result. Events that come before it are kept in `events`."""
        self.last += 1
        message = {"id": self.last, "method": method, "params": parameters} | ({"sessionId": session} if session else {})
        os.write(self.out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.last:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def receive(self, seconds=30):
        deadline = time.monotonic() + seconds
        while b"\0" not in self.received:
            if not select.select([self.answers], [], [], max(0, deadline - time.monotonic()))[0]:
                raise TimeoutError("Chromium does not answer")
            part = os.read(self.answers, 1 << 20)
            if not part:
                raise RuntimeError("Chromium has ended")
            self.received += part
        message, self.received = self.received.split(b"\0", 1)
        return json.loads(message)


class Tab:
    """A file that the browser shows, with everything that it wrote to the console or asked the network for."""

    def __init__(self, browser, file, width=1280, height=900, dark=False):
        self.browser = browser
        target = browser.send("Target.createTarget", url="about:blank")["targetId"]
        self.session = browser.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.send(f"{domain}.enable")
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        self.send("Page.navigate", url=file.as_uri())
        while not any(event["method"] == "Page.loadEventFired" for event in self.events()):
            self.browser.events.append(self.browser.receive())

    def send(self, method, **parameters):
        return self.browser.send(method, self.session, **parameters)

    def events(self):
        return [event for event in self.browser.events if event.get("sessionId") == self.session]

    def value(self, expression):
        """The value of a JavaScript expression."""
        answer = self.send("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"]["exception"].get("description", "an exception"))
        return answer["result"].get("value")

    def press(self, key, text=None):
        """Presses a key. `text` is what it types."""
        codes = {"Tab": 9, "Enter": 13}
        parameters = {"key": key, "windowsVirtualKeyCode": codes.get(key, 0)} | ({"text": text} if text else {})
        self.send("Input.dispatchKeyEvent", type="keyDown", **parameters)
        self.send("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=codes.get(key, 0))

    def type(self, text):
        self.send("Input.insertText", text=text)

    def complaints(self):
        """What the page wrote to the console, its exceptions, and what the browser said about it."""
        self.value("0")  # what the page did before has been reported now
        return [event["params"] for event in self.events()
                if event["method"] in ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded")]

    def requests(self):
        """The addresses that the page asked for."""
        self.value("0")
        return [event["params"]["request"]["url"] for event in self.events() if event["method"] == "Network.requestWillBeSent"]

    def picture(self, whole=False):
        """A PNG of what the window shows, or of the whole page."""
        return base64.b64decode(self.send("Page.captureScreenshot", captureBeyondViewport=whole)["data"])
