/**
 * All that we use of the MCP library. It is a bundle of its own that is loaded on first use (`scripts/build.mjs`), so that
 * the host starts as quickly as without it: import it from here only, and use nothing of it while modules load.
 */
export type {
  CallToolResult,
  JSONRPCMessage,
  JsonSchemaType,
  ListToolsResult,
  ServerContext,
  Tool,
  Transport,
} from '@modelcontextprotocol/server';
export {
  parseJSONRPCMessage,
  ResourceNotFoundError,
  Server,
  serializeMessage,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
export { serveStdio } from '@modelcontextprotocol/server/stdio';
export { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
