import { silentLogger } from '../base/logger';
import { DemoAgent } from './agent';

// Without pauses it is as fast as it can be: tests need not wait for show.
const pace = process.env.ACP_DEMO_PACE === '0' ? 0 : 1;

const agent = new DemoAgent(process.stdin, process.stdout, { pace, log: silentLogger });
void agent.closed.then(() => process.exit(0));
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  // Through `exit`, so that running commands are ended too.
  process.on(signal, () => process.exit(0));
}
