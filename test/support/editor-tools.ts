import { join } from 'node:path';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import { silentLogger } from '../../src/base/logger';
import { Drafts } from '../../src/files/disk/drafts';
import { EditorDocuments } from '../../src/files/documents/documents';
import { PresentFiles } from '../../src/files/documents/present-files';
import { EditorTexts } from '../../src/files/editor-texts';
import { Confinement } from '../../src/files/paths/confine';
import { Roots } from '../../src/files/paths/roots';
import { SearchThreads } from '../../src/files/search/thread';
import { ComparedFiles } from '../../src/files/watching/compared-files';
import { Asks } from '../../src/host/asks';
import type { EditorTool, Fields, ObjectSchema, ToolContext } from '../../src/mcp/tool';
import { Follower, type Place } from '../../src/nvim/follower';
import type { CreateElicitationResponse, ElicitationSchema } from '../../src/protocol/schema.gen';
import { listen, luaOf } from './listen';
import { type Nvim, type NvimOptions, ROOT, startNvim } from './nvim';

export interface ToolDesk extends AsyncDisposable {
  readonly editor: Nvim;
  readonly context: ToolContext;
  /** What a tool answers for valid input; a plan is carried out. Fails when input or result do not fit their schemas. */
  // biome-ignore lint/suspicious/noExplicitAny: tests state what they expect of the answer
  call(tool: EditorTool, input?: Fields): Promise<any>;
  path(name: string): string;
  /** Places that were shown. */
  readonly shown: readonly Place[];
  /** What the user was asked, and what they answer. */
  readonly asked: { message: string; form: ElicitationSchema }[];
  answer: (signal: AbortSignal) => Promise<CreateElicitationResponse>;
  readonly cancel: AbortController;
}

export interface ToolDeskOptions extends NvimOptions {
  /** Files that the agent may have are below these folders of the project; default: all of it. */
  readonly roots?: readonly string[];
  readonly deny?: readonly string[];
  /** As the rules of a user would. */
  readonly permits?: (path: string) => boolean;
  /** A pattern that takes longer is given up. */
  readonly maxSilentMs?: number;
}

/** A Neovim with a project, and the editor's tools of a session there. */
export async function openToolDesk(options: ToolDeskOptions = {}): Promise<ToolDesk> {
  const { deny = [], roots: names = [''], permits = () => true } = options;
  const editor = await startNvim(options);
  const path = (name: string): string => join(editor.dir, name);
  const lua = luaOf(editor);
  const log = silentLogger;
  const scope = { session: 'one', roots: names.map((name) => join(editor.dir, name)) };
  const roots = new Roots();
  const confinement = new Confinement({ deny: () => deny, outside: () => 'ask', roots });
  const searches = new SearchThreads(join(ROOT, 'dist', 'search.js'), options.maxSilentMs);
  const drafts = new Drafts(join(editor.dir, '../state'), log);
  const documents = new EditorDocuments(lua, {
    log,
    compared: new ComparedFiles(lua, { log, drafts, onChange: () => {} }),
    drafts,
    confine: confinement.confine,
  });
  const present = new PresentFiles({ lua, log, confinement });
  const config = (): { deny: readonly string[] } => ({ deny });
  const texts = new EditorTexts({ lua, present, confinement, roots, config, searches });
  const follower = new Follower(lua, log);
  const shown: Place[] = [];
  follower.onMove((place) => shown.push(place));
  const asked: { message: string; form: ElicitationSchema }[] = [];
  const cancel = new AbortController();
  const { signal } = cancel;
  const asks = new Asks(lua);
  await listen<{ ask: number; answer?: string }>(editor, (name, { ask, answer }) => {
    if (name === 'ui_answer') asks.answered(ask, answer);
  });
  const context: ToolContext = {
    lua,
    scope,
    documents,
    signal,
    search: texts.search(scope),
    permits: async (path) => permits(path) && (await texts.permits(scope, path)),
    textOf: (path) => texts.textOf(scope, path, () => false),
    show: (place) => follower.show(place),
    ask: (send) => asks.ask(send, signal),
    elicit: (message, form) => {
      asked.push({ message, form });
      return desk.answer(signal);
    },
    progress: () => {},
  };
  const desk: ToolDesk = {
    editor,
    context,
    path,
    shown,
    asked,
    cancel,
    answer: async () => ({ action: 'cancel' }),
    call: async (tool, input = {}) => {
      mustFit(tool.inputSchema, input);
      const result = tool.effect === 'changes' ? await carryOut() : await tool.run(input, context);
      mustFit(tool.outputSchema, result);
      return result;

      async function carryOut(): Promise<Fields> {
        if (tool.effect !== 'changes') throw new Error('it changes nothing');
        const plan = await tool.plan(input, context);
        const write = async (writes: typeof plan.writes): Promise<void> => {
          for (const { path, text, from } of writes) {
            const origin = { toolCallId: 'call', ...(from === undefined ? {} : { from }) };
            await documents.write(scope, path, text, signal, origin);
          }
        };
        await write(plan.writes);
        await plan.apply?.(signal, write);
        return plan.result();
      }
    },
    [Symbol.asyncDispose]: async () => {
      searches.dispose();
      follower.dispose();
      await editor[Symbol.asyncDispose]();
    },
  };
  return desk;
}

const validator = new AjvJsonSchemaValidator();

/** Fails when a value does not fit a schema. */
export function mustFit(schema: ObjectSchema, value: unknown): void {
  const { valid, errorMessage } = validator.getValidator(schema as never)(value);
  if (!valid)
    throw new Error(`it does not fit its schema: ${errorMessage}\n${JSON.stringify(value)}`);
}
