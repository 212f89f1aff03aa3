/*
 * ES5, because a browser that is too old cannot run the other scripts. URL.canParse came with the oldest supported
 * Safari and Chrome. Without #root the portal does not start.
 */
if (window.URL && URL.canParse) document.body.removeChild(document.getElementById('too-old'))
else {
  document.body.removeChild(document.getElementById('root'))
  document.getElementById('too-old').hidden = false
}
