import type { LineEnds } from '../../protocol/lines';
import { NO_JSON, type Rejection, rejectionOf, tooLong } from '../bad-message';
import {
  errorLine,
  failureLine,
  type Message,
  type MessageId,
  notificationLine,
  parseMessage,
  type RequestMessage,
  resultLine,
} from './message';

export interface RelayPorts {
  /** Lines without their newline. */
  readonly toClient: (line: string) => void;
  readonly toHost: (line: string) => void;
  /** What is answered to `initialize` when there is no host to ask. */
  readonly initializeResult: (params: unknown) => unknown;
  readonly report: (text: string) => void;
}

/** `opening`: a new host is told what the one before it knew. `overdue`: it was waited for long enough. */
type Phase = 'waiting' | 'opening' | 'open' | 'overdue' | 'refused';

interface Waiting {
  readonly line: string;
  readonly message: Message;
}

const INTERRUPTED =
  'The editor went away before it answered; whether this was done is not known. Look before you do it again.';
const UNREACHABLE = 'The editor cannot be reached now; try again later.';
/** Notified of once there is another host: it may have other tools, and other buffers are open. */
const LISTS_CHANGED = [
  'notifications/tools/list_changed',
  'notifications/resources/list_changed',
] as const;
/** What another host must hear, too; of other requests only the id is kept, they may be large. */
const REMEMBERED: ReadonlySet<string> = new Set([
  'initialize',
  'resources/subscribe',
  'resources/unsubscribe',
]);
/** No client of ours has such an id. */
const OWN_ID = 'acp-bridge-';

/**
 * What becomes of each message while hosts come and go. A client knows nothing of that: it has initialized once, and
 * every request gets an answer.
 */
export class Relay {
  readonly #ports: RelayPorts;
  #phase: Phase = 'waiting';
  /** Why the host will not have us. */
  #refusal = '';
  /** What the client has sent while there was no host. */
  #queue: Waiting[] = [];
  #queuedChars = 0;
  /** Requests of the client that the host has not answered, by id. */
  readonly #unanswered = new Map<MessageId, Waiting>();
  /** Requests of the host that the client has not answered. */
  readonly #asked = new Set<MessageId>();
  /** What another host must hear first. */
  #initialize: Waiting | undefined;
  #initialized = false;
  readonly #subscriptions = new Map<string, unknown>();
  #ownRequests = 0;
  /** `initialize` does not wait for a host. */
  #answersItself = false;

  constructor(ports: RelayPorts) {
    this.#ports = ports;
  }

  /** How much the client has sent that nobody has taken, in characters. */
  get queued(): number {
    return this.#queuedChars;
  }

  fromClient(line: string): void {
    const message = parseMessage(line);
    if (!message) {
      if (line.trim() !== '') this.#reject('a line of the client is no JSON', NO_JSON);
      return;
    }
    if (this.#phase === 'open') this.#pass({ line, message });
    else if (this.#phase === 'refused') this.#fail(message, this.#refusal);
    else this.#wait({ line, message });
  }

  /** A line of the client was so long that it was not kept. */
  tooLong(line: LineEnds): void {
    this.#reject('a line of the client is too long', tooLong(line));
  }

  fromHost(line: string): void {
    const message = parseMessage(line);
    if (message?.kind === 'response') {
      if (this.#isOwn(message.id)) {
        this.#answered(message.failed);
        return;
      }
      this.#settle(message.id, message.failed);
    } else if (message?.kind === 'request') {
      this.#asked.add(message.id);
    }
    this.#ports.toClient(line);
  }

  /** A host listens to us. */
  opened(): void {
    this.#answersItself = false;
    if (!this.#initialize) {
      this.#begin();
      return;
    }
    this.#phase = 'opening';
    const { message } = this.#initialize;
    this.#ask('initialize', message.kind === 'request' ? message.params : undefined);
  }

  /** It is gone. */
  lost(): void {
    this.#phase = 'waiting';
    this.#asked.clear();
    const unanswered = [...this.#unanswered.values()];
    this.#unanswered.clear();
    for (const one of unanswered) {
      // The client could do nothing but give up all tools.
      if (isRequest(one.message, 'initialize')) this.#wait(one);
      else this.#fail(one.message, INTERRUPTED);
    }
  }

  /** No host will have us, ever. */
  refused(why: string): void {
    this.#phase = 'refused';
    this.#refusal = why;
    for (const { message } of this.#takeQueue()) this.#fail(message, why);
  }

  /** An agent that waits for `initialize` may hold up its session: it hears what every host would say. */
  answerInitialize(): void {
    if (this.#phase !== 'waiting') return;
    this.#answersItself = true;
    for (const one of this.#takeQueue()) this.#wait(one);
  }

  /** The host was waited for long enough: what waits is answered, and what comes until there is one. */
  overdue(): void {
    if (this.#phase !== 'waiting') return;
    this.#answersItself = true;
    this.#phase = 'overdue';
    for (const one of this.#takeQueue()) this.#wait(one);
  }

  #pass(one: Waiting): void {
    const { message, line } = one;
    if (message.kind === 'request') {
      this.#unanswered.set(message.id, REMEMBERED.has(message.method) ? one : withoutText(message));
    } else if (message.kind === 'response' && !this.#asked.delete(message.id)) {
      // Another host has asked this; the one there is now may use the same id.
      return;
    } else if (isInitialized(message)) {
      this.#initialized = true;
    }
    this.#ports.toHost(line);
  }

  /** There is no host now. */
  #wait(one: Waiting): void {
    const { message, line } = one;
    if (isRequest(message, 'ping')) {
      this.#ports.toClient(resultLine(message.id, {}));
    } else if (this.#answersItself && isRequest(message, 'initialize')) {
      this.#initialize = one;
      this.#ports.toClient(resultLine(message.id, this.#ports.initializeResult(message.params)));
    } else if (this.#initialize && isInitialized(message)) {
      // Each host hears it after `initialize`.
      this.#initialized = true;
    } else if (this.#phase === 'overdue') {
      this.#fail(message, UNREACHABLE);
    } else if (message.kind !== 'response') {
      this.#queue.push(one);
      this.#queuedChars += line.length;
    }
  }

  #takeQueue(): readonly Waiting[] {
    const queue = this.#queue;
    this.#queue = [];
    this.#queuedChars = 0;
    return queue;
  }

  #begin(): void {
    this.#phase = 'open';
    for (const one of this.#takeQueue()) this.#pass(one);
  }

  #ask(method: string, params: unknown): void {
    this.#ownRequests += 1;
    const id = `${OWN_ID}${this.#ownRequests}`;
    this.#ports.toHost(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
  }

  #isOwn(id: MessageId): boolean {
    return typeof id === 'string' && id.startsWith(OWN_ID);
  }

  /** The host has answered what the bridge has asked. Only `initialize`, which comes first, is waited for. */
  #answered(failed: boolean): void {
    if (this.#phase !== 'opening') return;
    if (failed) this.#ports.report('the editor has refused to initialize again');
    if (this.#initialized) this.#goOn();
    this.#begin();
  }

  #goOn(): void {
    this.#ports.toHost(notificationLine('notifications/initialized'));
    for (const params of this.#subscriptions.values()) this.#ask('resources/subscribe', params);
    for (const method of LISTS_CHANGED) this.#ports.toClient(notificationLine(method));
  }

  /** The host has answered a request of the client. */
  #settle(id: MessageId, failed: boolean): void {
    const one = this.#unanswered.get(id);
    this.#unanswered.delete(id);
    if (!one || failed || one.message.kind !== 'request') return;
    const { method, params } = one.message;
    const uri = (params as { uri?: unknown } | undefined)?.uri;
    if (method === 'initialize') this.#initialize = one;
    else if (method === 'resources/subscribe') this.#subscriptions.set(String(uri), params);
    else if (method === 'resources/unsubscribe') this.#subscriptions.delete(String(uri));
  }

  #reject(why: string, rejection: Rejection): void {
    this.#ports.report(why);
    this.#ports.toClient(JSON.stringify(rejection));
  }

  /** A model reads the result of its call, but seldom an error of the protocol: that is for who may not call at all. */
  #fail(message: Message, why: string): void {
    if (message.kind === 'request') {
      const isCall = message.method === 'tools/call' && this.#phase !== 'refused';
      const line = isCall ? failureLine : errorLine;
      this.#ports.toClient(line(message.id, why));
    }
    const rejection = message.kind === 'other' ? rejectionOf(message.value) : undefined;
    if (rejection) this.#ports.toClient(JSON.stringify(rejection));
  }
}

function withoutText(message: RequestMessage): Waiting {
  return { line: '', message: { ...message, params: undefined } };
}

function isRequest<M extends string>(
  message: Message,
  method: M,
): message is RequestMessage & { readonly method: M } {
  return message.kind === 'request' && message.method === method;
}

function isInitialized(message: Message): boolean {
  return message.kind === 'notification' && message.method === 'notifications/initialized';
}
