// Prints the plugin options for scripts/demo as JSON.
//
//   node scripts/demo-options.mjs NODE [--agent NAME | --agent-command "CMD ARGS"]
const [node, flag, value] = process.argv.slice(2);

// Splits as a shell does, without running anything: quotes and backslashes, no variables, no globs.
function words(line) {
  const found = [];
  let word;
  let quote = '';
  for (let at = 0; at < line.length; at++) {
    const char = line[at];
    if (quote === "'" ? char !== "'" : quote === '"' && char !== '"') {
      // Inside double quotes a backslash is only special before these.
      if (char === '\\' && quote === '"' && /["\\$`]/.test(line[at + 1] ?? '')) at++;
      word += line[at];
    } else if (quote) quote = '';
    else if (char === "'" || char === '"') {
      quote = char;
      word ??= '';
    } else if (/\s/.test(char)) {
      if (word !== undefined) found.push(word);
      word = undefined;
    } else {
      if (char === '\\' && at + 1 < line.length) at++;
      word = (word ?? '') + line[at];
    }
  }
  if (quote) throw new Error(`a ${quote} is not closed`);
  if (word !== undefined) found.push(word);
  return found;
}

// What the chat calls an agent of which only the command is known.
function titleOf(command) {
  const text = command.map((word) => word.replace(/^.*[\\/](?=.)/, '')).join(' ');
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

const options = { node };
if (flag === '--agent') options.agent = value;
if (flag === '--agent-command') {
  try {
    const [command, ...args] = words(value);
    if (!command) throw new Error('it is empty');
    options.agent = 'custom';
    options.agents = { custom: { command, args, title: titleOf([command, ...args]) } };
  } catch (error) {
    process.stderr.write(`demo: --agent-command: ${error.message}\n`);
    process.exit(2);
  }
}
process.stdout.write(JSON.stringify(options));
