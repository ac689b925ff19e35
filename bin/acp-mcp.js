#!/usr/bin/env node
// The editor as an MCP server on standard input and output: agents start it with what the plugin gives them.
require('../dist/acp-mcp.js');
