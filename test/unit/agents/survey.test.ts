import { describe, expect, it } from 'vitest';
import type { ConfiguredAgent } from '../../../src/agents/choose';
import { surveyAgents } from '../../../src/agents/survey';

/** What is said when only these programs are there. */
function survey(
  programs: readonly string[],
  configured: Record<string, ConfiguredAgent>,
  chosen?: string,
): string {
  const find = (name: string) => (programs.includes(name) ? `/bin/${name}` : undefined);
  return surveyAgents(configured, chosen, find)
    .map(([level, text]) => `${level} ${text}`)
    .join('\n');
}

describe('the survey of agents', () => {
  it('says which are there, which would be fetched, and which would be started', () => {
    const said = survey(['gemini', 'npx', 'mine'], { mine: { command: 'mine' } });
    expect(said).toContain('ok gemini: /bin/gemini');
    expect(said).toContain('ok mine: /bin/mine');
    expect(said).toContain('info :AcpChat starts gemini');
    expect(said).toMatch(/fetched by npx when they are first started:\s+claude, codex,/);
    expect(said).not.toContain('fetched by uvx');
    expect(said).toMatch(/:Acp install \{name\}`? says how:[^:]*cursor[^:]*fast-agent/);
    expect(Math.max(...said.split('\n').map((line) => line.length))).toBeLessThanOrEqual(75);
  });

  it('names the demo agent where there is none, and what is configured but missing', () => {
    const said = survey(['uvx', 'npx'], {
      claude: { command: 'other' },
      mine: { command: 'mine' },
    });
    expect(said).toContain(':AcpChat starts the built-in demo agent');
    expect(said).toContain('error mine: "mine" was not found');
    expect(said).toMatch(/fetched by uvx when they are first started:\s+fast-agent/);
    expect(said).toMatch(/says how:[^:]*claude/);
  });

  it('says which agent was chosen', () => {
    expect(survey(['gemini'], {}, 'kimi')).toContain(':AcpChat starts kimi');
  });
});
