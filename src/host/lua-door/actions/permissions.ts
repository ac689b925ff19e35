import { isToolQuestion } from '../../../model/editor-call';
import { describeError } from '../../../protocol/errors';
import { openTools } from '../../mcp/tools-surface';
import { answerQuestion, questionOf } from '../../permissions/answer-permission';
import { projectRules } from '../../permissions/project-file';
import { PROJECT_FILE } from '../../permissions/project-rules';
import { openRules } from '../../permissions/rules-surface';
import type { Actions, ActionTools } from '../action-tools';

/** Permissions: answers, what they are about, and the rules that answer first. */
export const permissionActions = {
  respond: (app, { id, optionId, reason, cb }) => {
    const asked = reason?.trim() ? questionOf(app, id) : undefined;
    const chosen = asked?.request.options.find((option) => option.optionId === optionId);
    if (chosen?.kind.startsWith('allow')) throw new Error('a reason goes with a rejection');
    const known = answerQuestion(app, id, optionId, reason?.trim() || undefined);
    app.reply(
      cb,
      known ? null : `no open permission "${id}" with option "${optionId ?? ''}"`,
      known,
    );
    if (known && asked && reason && !isToolQuestion(asked.request)) asked.chat.sayFirst(reason);
  },
  proposal_left: (app, { id }) => app.proposals.left(id),
  proposal_accepted: (app, { id, lines }) => app.proposals.accepted(id, lines.map(String)),
  proposal_text: (app, { path }) => app.proposals.textChanged(path),
  project_rules: (app, { cwd, text }) => setProjectRules(app, cwd, text),
  rules: async (app, { view }) => {
    if (await app.surfaces.focus('rules')) return;
    openRules(app.ruleTools, () => (view === undefined ? undefined : app.chats.get(view)?.session));
  },
  tools: async (app, { view }) => {
    if (await app.surfaces.focus('tools')) return;
    openTools(
      { surfaces: app.surfaces, offered: app.editorTools, help: (kind) => app.help([kind]) },
      view,
    );
  },
} satisfies Partial<Actions>;

/** A file that is wrong has no rules, and the user is notified. */
function setProjectRules(app: ActionTools, cwd: string, text: string | undefined): void {
  try {
    app.rules.setProject(cwd, text === undefined ? [] : projectRules(text));
  } catch (error) {
    app.rules.setProject(cwd, []);
    app.notify('error', `${PROJECT_FILE}: ${describeError(error)}`);
  }
}
