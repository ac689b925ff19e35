import type { DemoRequest } from './request';

const HELP = `# Demo agent

I am a small program, not a model: I understand a few words, and what I do with your files is real. Ask for

- \`explain [file]\`: I read a file, with your unsaved changes, and describe it
- \`edit [file]\`: I propose a small change, ask you, and write it into your buffer
- \`run CMD\`: I ask, then run a command in a terminal
- \`plan\`: a plan that gets done step by step
- \`think\`: thoughts first, then an answer
- \`ask\`: three permission requests at once
- \`stream N\`, \`long N\`: N words one by one, N lines as fast as they go
- \`slow\`, \`fail\`, \`crash\`: what it is like when something goes wrong

## Keys

- \`<C-s>\` sends the prompt, as \`<CR>\` in normal mode does; \`<C-c>\` cancels what I am doing; \`<Up>\` brings back earlier prompts.
- When I ask for a permission, \`<C-g>\` goes to the question, and the key shown beside an option chooses it. From any window: \`:Acp allow\` and \`:Acp reject\`.
- \`g?\` shows all keys of a window, \`:AcpChat\` brings the chat back, \`:help acp\` has the rest.

Try \`explain\` first, then \`edit\`, then press \`u\` in the file.
`;

export const help: DemoRequest = {
  name: 'help',
  description: 'What the demo agent can do, and the keys',
  run: (turn) => turn.say(HELP),
};
