/*
 * ES5, because a browser that is too old cannot run the other scripts. URL.canParse came with the oldest supported
 * Safari and Chrome. Without #root the portal does not start. In other browsers this script shows that the portal could
 * not be loaded, because it needs no other file.
 */
if (window.URL && URL.canParse) {
  document.body.removeChild(document.getElementById('too-old'))
  /* A script that the portal needs could not be loaded (style sheets have no `src`), or takes more than half a minute. */
  window.addEventListener(
    'error',
    function (event) {
      if (event.target.src) show(document.getElementById('not-loaded'))
    },
    true,
  )
  window.setTimeout(function () {
    show(document.getElementById('not-loaded'))
  }, 30000)
} else {
  document.body.removeChild(document.getElementById('root'))
  document.getElementById('too-old').hidden = false
}

/**
 * Instead of the placeholders. The portal replaces the notice if it starts after all.
 * @param {HTMLElement | null} notice
 */
function show(notice) {
  if (notice && notice.hidden) {
    notice.parentNode.removeChild(notice.parentNode.firstElementChild)
    notice.hidden = false
  }
}
