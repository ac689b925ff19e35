// Prints "<passed> <failed> <skipped>" of one vitest run, and appends what failed, with its reason, to FAILURES:
// node scripts/count-tests.mjs report.json <exit status> FAILURES
import { appendFileSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

const [file, status, failuresFile] = process.argv.slice(2);
const MAX_REASON = 2000;

const describe = (path, name, reason = '') =>
  appendFileSync(
    failuresFile,
    `FAILED ${relative(process.cwd(), path)} > ${name}\n${reason.slice(0, MAX_REASON)}\n`,
  );

let passed = 0;
let failed = 0;
let skipped = 0;
try {
  const report = JSON.parse(readFileSync(file, 'utf8'));
  for (const {
    name: path,
    status: result,
    message,
    assertionResults: tests,
  } of report.testResults) {
    const failures = tests.filter((test) => test.status === 'failed');
    const passes = tests.filter((test) => test.status === 'passed').length;
    passed += passes;
    failed += failures.length;
    skipped += tests.length - passes - failures.length;
    for (const test of failures) describe(path, test.fullName, test.failureMessages?.join('\n'));
    // A file that could not be loaded, or whose hooks failed, has no failed test to show for it.
    if (result === 'failed' && failures.length === 0) {
      failed += 1;
      describe(path, 'the file itself', message);
    }
  }
} catch {
  // vitest ended before it wrote its report; its exit status speaks below.
}
// Unhandled errors and crashes also make vitest fail without a failed test.
if (status !== '0' && failed === 0) failed = 1;
process.stdout.write(`${passed} ${failed} ${skipped}\n`);
