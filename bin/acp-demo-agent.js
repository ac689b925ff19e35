#!/usr/bin/env node
// The built-in demo agent: speaks the Agent Client Protocol on standard input and output.
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const bundle = join(__dirname, '..', 'dist', 'demo-agent.js');
if (existsSync(bundle)) {
  require(bundle);
} else {
  console.error(
    'acp-demo-agent is not built. Run "npm install && npm run build" in the plugin\'s folder.',
  );
  process.exitCode = 1;
}
