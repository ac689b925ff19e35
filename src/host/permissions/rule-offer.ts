/** Offers rules of the user's own: shown before they are made, for the session or for the project. */
import type { RuledSession } from '../../session/session-options';
import type { Asks } from '../asks';
import { PROJECT_FILE, type ProjectRules } from './project-rules';
import type { RuleBook } from './rule-book';

export interface RuleOfferTools {
  readonly asks: Asks;
  readonly rules: RuleBook;
  readonly projectRules: ProjectRules;
  readonly notify: (level: 'info' | 'warn' | 'error', text: string) => void;
}

const PROMPT = 'Rule (allow|ask|deny tool|kind|path|command|agent=…): ';
const FOR_SESSION = 'for this session';
const FOR_PROJECT = `for this project (${PROJECT_FILE})`;
const CHANGE = 'change it first …';

/** The text of a rule, as the user wants it. */
export function askRule({ asks }: RuleOfferTools, text = ''): Promise<string | undefined> {
  return asks.input(PROMPT, text);
}

/** Makes the rules where the user says. */
export async function offerRules(
  tools: RuleOfferTools,
  session: RuledSession,
  rules: readonly string[],
): Promise<void> {
  const prompt = `${rules.join('\n')}\n`;
  const choice = await tools.asks.select(
    prompt,
    'acp_rule',
    [FOR_SESSION, FOR_PROJECT, CHANGE],
    (item) => item,
  );
  if (choice === FOR_SESSION) {
    for (const rule of rules) tools.rules.put(session, rule);
    tools.notify('info', `for this session: ${rules.join(', ')}`);
  } else if (choice === FOR_PROJECT) {
    const edits = rules.map((text) => ({ text }));
    await tools.projectRules.change(session.state.cwd, edits);
  } else if (choice === CHANGE) {
    const changed = await changedRules(tools, rules);
    if (changed) await offerRules(tools, session, changed);
  }
}

/** Lets the user change one after the other; nothing when they leave it. */
async function changedRules(
  tools: RuleOfferTools,
  rules: readonly string[],
): Promise<string[] | undefined> {
  const changed: string[] = [];
  for (const rule of rules) {
    const text = await askRule(tools, rule);
    if (text === undefined) return undefined;
    changed.push(text);
  }
  return changed;
}
