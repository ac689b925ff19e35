import { ask } from './ask';
import { crash } from './crash';
import { edit } from './edit';
import { explain } from './explain';
import { fail } from './fail';
import { help } from './help';
import { long } from './long';
import { plan } from './plan';
import type { DemoRequest } from './request';
import { run } from './run';
import { slow } from './slow';
import { stream } from './stream';
import { think } from './think';

/** In the order in which they are offered. */
export const DEMO_REQUESTS: readonly DemoRequest[] = [
  help,
  explain,
  edit,
  run,
  plan,
  think,
  ask,
  stream,
  long,
  slow,
  fail,
  crash,
];

/** The request of this name, as the user has typed it. */
export function findRequest(name: string): DemoRequest | undefined {
  return DEMO_REQUESTS.find((request) => request.name === name);
}
