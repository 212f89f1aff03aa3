/** Both browsers of `npm test`, one after the other, because the package manager runs once at a time. */
import './ensure-browser.mjs'
import './ensure-webkit.mjs'
