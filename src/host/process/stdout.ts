/**
 * stdout of the host is the RPC channel: one stray byte there ends the connection. Imported before anything else,
 * this module keeps the real stdout for RPC and points everyone else's at stderr.
 */
import { Console } from 'node:console';
import { Writable } from 'node:stream';

const write = process.stdout.write.bind(process.stdout);

/** The only way to the real stdout. */
export const rpcOutput = new Writable({
  decodeStrings: true,
  write(chunk: Buffer, _encoding, done) {
    write(chunk, (error) => done(error ?? null));
  },
});

process.stdout.write = process.stderr.write.bind(process.stderr) as typeof process.stdout.write;
globalThis.console = new Console({ stdout: process.stderr, stderr: process.stderr });
