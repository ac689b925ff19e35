import { startHost } from './start';
import { rpcOutput } from './stdout';

const MIN_NODE = 20;

const major = Number(process.versions.node.split('.')[0]);
if (major < MIN_NODE) {
  process.stderr.write(
    `acp-host.nvim needs Node ${MIN_NODE} or newer, this is ${process.version}\n`,
  );
  process.exit(3);
}
startHost(process.stdin, rpcOutput);
