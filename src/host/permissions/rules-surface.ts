/** What the keys of `:Acp rules` do. */
import type { RuledSession } from '../../session/session-options';
import { type ListedRule, type RuleItem, rulesSurface, UNTIL } from '../../view/surfaces/rules';
import type { ActionContext, SurfaceActions, Surfaces } from '../surfaces';
import type { Audit } from './audit';
import { PROJECT_FILE } from './project-rules';
import { askRule, offerRules, type RuleOfferTools } from './rule-offer';

export interface RulesSurfaceTools extends RuleOfferTools {
  readonly surfaces: Surfaces;
  readonly audit: Audit;
  readonly help: (kind: string) => void;
}

/** @param session the one that the window is about, as long as it is there */
export function openRules(tools: RulesSurfaceTools, session: () => RuledSession | undefined): void {
  const { rules, audit, surfaces } = tools;
  surfaces.open({
    definition: rulesSurface,
    model: () => ({
      rules: rules.list(session()),
      answers: audit.newest,
      hasSession: session() !== undefined,
      file: PROJECT_FILE,
      now: Date.now(),
    }),
    changes: [rules.onChange, audit.onWritten],
    actions: actions(tools, session),
  });
}

type Context = ActionContext<RuleItem>;

function actions(
  tools: RulesSurfaceTools,
  session: () => RuledSession | undefined,
): SurfaceActions<RuleItem> {
  const { rules, projectRules, notify } = tools;

  /** Without a session there is no project either. */
  const inSession =
    (action: (context: Context, session: RuledSession) => void | Promise<void>) =>
    (context: Context): void | Promise<void> => {
      const about = session();
      if (about) return action(context, about);
      notify('info', 'there is no chat; :AcpChat opens one');
    };

  const change = async (context: Context, rule: ListedRule, text?: string): Promise<void> => {
    const about = session();
    if (rule.source === 'project') {
      const edit = { ...(rule.n ? { n: rule.n } : {}), rule: rule.text, ...(text ? { text } : {}) };
      if (about) await projectRules.change(about.state.cwd, [edit]);
    } else if (rule.source === 'session') {
      if (about && rule.n) rules.change(about, rule.n, text);
    } else {
      rules.override(rule.text, text);
      const what = text ? `${UNTIL}: "${text}" in its place` : `off ${UNTIL}`;
      notify('info', `your configuration stays as it is; ${what}`);
    }
    if (text) goToRule(context, text);
  };

  return {
    rules_change: async (context) => {
      const { item } = context;
      if (item?.kind === 'rule') {
        const { rule } = item;
        const text = await askRule(tools, rule.override ?? rule.text);
        if (text) await change(context, rule, text);
      } else if (item?.kind === 'answer') {
        const { suggested } = item.answer;
        const about = session();
        if (about && suggested.length > 0) await offerRules(tools, about, suggested);
        else notify('info', 'no rule of yours can allow this');
      }
    },
    rules_add: inSession(async (context, about) => {
      const text = await askRule(tools);
      if (!text) return;
      rules.put(about, text);
      goToRule(context, text);
    }),
    rules_add_project: inSession(async (context, about) => {
      const text = await askRule(tools);
      if (text && (await projectRules.change(about.state.cwd, [{ text }]))) goToRule(context, text);
    }),
    rules_remove: async (context) => {
      if (context.item?.kind === 'rule') await change(context, context.item.rule);
    },
    rules_undo: ({ item }) => {
      if (item?.kind === 'rule' && item.rule.off) rules.override(item.rule.text, null);
    },
    rules_keep: inSession(async (context, about) => {
      if (context.item?.kind !== 'rule') return;
      const { source, text, n } = context.item.rule;
      const { cwd } = about.state;
      if (n === undefined) return;
      if (source === 'session' && (await projectRules.change(cwd, [{ text }]))) {
        rules.change(about, n);
      } else if (source === 'project' && (await projectRules.change(cwd, [{ n, rule: text }]))) {
        rules.put(about, text);
      }
    }),
    rules_file: inSession(async ({ item, close }, about) => {
      await close();
      const rule = item?.kind === 'rule' && item.rule.source === 'project' ? item.rule : undefined;
      await projectRules.open(about.state.cwd, rule);
    }),
    rules_help: () => tools.help(rulesSurface.kind),
  };
}

function goToRule({ goTo }: Context, text: string): void {
  goTo((item) => item.kind === 'rule' && item.rule.text === text);
}
