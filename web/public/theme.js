// Sets the theme before the first paint. A file of its own, because the content security policy allows no inline script.
(function () {
  var wanted = "auto";
  try {
    wanted = JSON.parse(localStorage.getItem("tabbytop.settings") || "{}").theme || "auto";
  } catch (_) {
    // Settings that cannot be read are as good as none.
  }
  var dark = wanted === "dark" || (wanted === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
})();
