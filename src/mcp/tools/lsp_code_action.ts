import { isRecord } from '../../base/guards';
import type { FileText } from '../../model/texts';
import { type ServedFile, servedFile } from '../lsp/at-place';
import { CHANGED_FILES, changedFiles } from '../lsp/changed';
import { actionsIn, effectsIn, type OfferedAction } from '../lsp/code-actions';
import { execute } from '../lsp/commands';
import { settle } from '../lsp/diagnostics';
import { encodingOf } from '../lsp/offsets';
import {
  lspPosition,
  placeOf,
  SYMBOL_INPUT,
  SYMBOL_OPTIONS,
  type SymbolInput,
  type TextPlace,
} from '../lsp/places';
import { askAll, askServer, CALL_MS } from '../lsp/servers';
import { whileUnchanged } from '../lsp/unchanged';
import { stepsIn, writesOf } from '../lsp/workspace-edits';
import { COUNT, described, FLAG, LINE, listOf, objectOf, TEXT } from '../schemas';
import { type ChangingTool, type Fields, type Plan, type ToolContext, ToolFailure } from '../tool';

interface Input extends SymbolInput {
  readonly end_line?: number;
  readonly kind?: string;
  readonly apply?: string;
  readonly index?: number;
}

/** Where, and which ones. */
type Query = Omit<Input, 'apply' | 'index'>;

/** The one to apply. */
interface Choice {
  readonly title: string;
  readonly index: number | undefined;
}

const METHOD = 'textDocument/codeAction';
const MAX_ACTIONS = 200;

export const lspCodeAction: ChangingTool = {
  name: 'lsp_code_action',
  title: 'Code action',
  description:
    "Quick fixes and refactorings by the user's language servers. Without `apply` it only lists what is offered at a " +
    'line, for lines up to `end_line`, or at a symbol; nothing is changed. With `apply`, the exact title of one of them, ' +
    'it does that. The user may be asked first, and can review the changes.',
  effect: 'changes',
  timeoutMs: CALL_MS,
  inputSchema: objectOf(SYMBOL_INPUT, {
    ...SYMBOL_OPTIONS,
    end_line: described(LINE, 'Last line, included. Default: `line`.'),
    kind: {
      type: 'string',
      maxLength: 200,
      description: 'Only this kind, such as quickfix, refactor.extract or source.organizeImports.',
    },
    apply: {
      type: 'string',
      minLength: 1,
      maxLength: 1000,
      description: 'Title of the action to apply.',
    },
    index: described(
      LINE,
      'With `apply`, where several have that title: the index of the one to apply, as it was listed for the same place.',
    ),
  }),
  outputSchema: objectOf(
    {},
    {
      actions: listOf(
        objectOf(
          { index: described(LINE, 'Counted from 1.'), title: TEXT, server: TEXT, preferred: FLAG },
          { kind: TEXT },
        ),
      ),
      total: COUNT,
      applied: described(TEXT, 'Title of the action that was applied.'),
      files: CHANGED_FILES,
    },
  ),
  async plan(input, context): Promise<Plan> {
    const { apply, index, ...where } = input as unknown as Input;
    if (apply !== undefined) return applying(context, where, { title: apply, index });
    if (index !== undefined) throw new ToolFailure('give `index` only together with `apply`');
    const actions = enabledIn((await offered(context, where)).actions);
    const shown = actions.slice(0, MAX_ACTIONS).map(actionShown);
    return { writes: [], result: () => ({ actions: shown, total: actions.length }) };
  },
};

function enabledIn(actions: readonly OfferedAction[]): readonly OfferedAction[] {
  return actions.filter(({ disabled }) => disabled === undefined);
}

function actionShown({ title, client, kind, isPreferred }: OfferedAction, at: number): Fields {
  return {
    index: at + 1,
    title,
    server: client.name,
    preferred: isPreferred,
    ...(kind === undefined ? {} : { kind }),
  };
}

interface Offered {
  readonly file: ServedFile;
  readonly actions: readonly OfferedAction[];
}

/** Fixes belong to diagnostics, so these are waited for. */
const SETTLE_MS = 5000;

async function offered(context: ToolContext, input: Query): Promise<Offered> {
  const file = await servedFile(context, input.path, METHOD);
  const { served, text } = file;
  const { start, end } = rangeOf(text, input);
  await settle(context, served, SETTLE_MS);
  const diagnostics = await context.lua.call(
    'tools.diagnostics.sent',
    served.bufnr,
    start.row,
    end.row,
  );
  const only = input.kind === undefined ? {} : { only: [input.kind] };
  const answers = await askAll(context, served, ({ id, encoding: name }) => {
    const encoding = encodingOf(name);
    const range = {
      start: lspPosition(text, start, encoding),
      end: lspPosition(text, end, encoding),
    };
    const own = diagnostics.filter(({ client }) => client === id);
    const known = own.map(({ json }) => JSON.parse(json) as unknown);
    return {
      textDocument: { uri: served.uri },
      range,
      context: { diagnostics: known, triggerKind: 1, ...only },
    };
  });
  return { file, actions: actionsIn(answers) };
}

/** A name or a column is a point; lines are taken as a whole. */
function rangeOf(
  text: FileText,
  { end_line, ...where }: Query,
): { readonly start: TextPlace; readonly end: TextPlace } {
  const named = placeOf(text, where);
  const isPoint = where.symbol !== undefined || where.column !== undefined;
  if (isPoint && end_line === undefined) return { start: named, end: named };
  const { row } = placeOf(text, { path: where.path, line: end_line ?? where.line });
  if (row < named.row) {
    throw new ToolFailure(`end_line (${end_line}) is before line (${where.line})`);
  }
  const start = isPoint ? named : { row: named.row, index: 0 };
  return { start, end: { row, index: text.lines[row]?.length ?? 0 } };
}

async function applying(context: ToolContext, where: Query, choice: Choice): Promise<Plan> {
  const { writes, action, file } = await whileUnchanged(context, async () => {
    const { file, actions } = await offered(context, where);
    const action = await resolved(context, file, chosen(actions, choice));
    const encoding = encodingOf(action.client.encoding);
    return { writes: await writesOf(stepsIn(action.edit), encoding, context), action, file };
  });
  const { command, client, title } = action;
  const written = [...writes];
  const result = (): Fields => ({ applied: title, files: changedFiles(written) });
  if (!command && writes.length === 0) {
    throw new ToolFailure(`${client.name} has nothing to change for "${title}"`);
  }
  if (!command) return { writes, result };
  if (!client.commands.includes(command.command)) {
    throw new ToolFailure(
      `"${title}" runs ${command.command}, a command of the editor and not of ${client.name}: it cannot be applied here`,
    );
  }
  const { bufnr } = file.served;
  return {
    writes,
    apply: async (_signal, write) => {
      written.push(...(await execute(context, { client, bufnr }, command, write)));
    },
    result,
  };
}

function chosen(actions: readonly OfferedAction[], { title, index }: Choice): OfferedAction {
  const enabled = enabledIn(actions);
  const named = enabled.filter((action) => action.title === title);
  const indexOf = (action: OfferedAction): number => enabled.indexOf(action) + 1;
  const action = named.find((one) => index === undefined || indexOf(one) === index);
  if (!action && named.length === 0) throw notThere(actions, title);
  if (action && (named.length === 1 || index !== undefined)) return action;
  const ones = named.map((one) => {
    const kind = one.kind === undefined ? '' : `, ${one.kind}`;
    return `${indexOf(one)} (${one.client.name}${kind})`;
  });
  const listed = ones.slice(0, MAX_NAMED).join(', ');
  throw new ToolFailure(
    index === undefined
      ? `${named.length} actions are called "${title}" at this place; say which one by its \`index\`: ${listed}`
      : `the action with index ${index} is not called "${title}" at this place; that has the index: ${listed}`,
  );
}

function notThere(actions: readonly OfferedAction[], title: string): ToolFailure {
  const disabled = actions.find((action) => action.title === title);
  if (disabled) return new ToolFailure(`"${title}" cannot be applied here: ${disabled.disabled}`);
  const titles = actions.slice(0, MAX_NAMED).map((one) => `"${one.title}"`);
  const there = titles.length > 0 ? `There are: ${titles.join(', ')}` : 'There is none';
  return new ToolFailure(`no action is called "${title}" at this place. ${there}`);
}

const MAX_NAMED = 30;

/** A server may leave it for later to find out what an action changes. */
async function resolved(
  context: ToolContext,
  { path, served }: ServedFile,
  action: OfferedAction,
): Promise<OfferedAction> {
  if (action.edit !== undefined || typeof action.sent.command === 'string') return action;
  const method = 'codeAction/resolve';
  const { client, sent } = action;
  const document = await context.lua.call('tools.lsp.document', path, method);
  if (!document?.clients.some(({ id, supports }) => id === client.id && supports)) return action;
  const request = { client, bufnr: served.bufnr, method, params: sent };
  const result = await askServer(context, request);
  return isRecord(result) ? { ...action, ...effectsIn(result) } : action;
}
