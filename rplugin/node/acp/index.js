// The bundle's default export is the plugin function; the build makes it (`npm run build`).
module.exports = require('../../../dist/rplugin.js').default;
