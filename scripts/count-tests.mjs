// Prints "<passed> <failed> <skipped>" of one vitest run: node scripts/count-tests.mjs report.json <exit status>
import { readFileSync } from 'node:fs';

const [file, status] = process.argv.slice(2);

let passed = 0;
let failed = 0;
let skipped = 0;
try {
  const report = JSON.parse(readFileSync(file, 'utf8'));
  for (const { status: result, assertionResults: tests } of report.testResults) {
    const failures = tests.filter((test) => test.status === 'failed').length;
    const passes = tests.filter((test) => test.status === 'passed').length;
    passed += passes;
    failed += failures;
    skipped += tests.length - passes - failures;
    // A file that could not be loaded, or whose hooks failed, has no failed test to show for it.
    if (result === 'failed' && failures === 0) failed += 1;
  }
} catch {
  // vitest ended before it wrote its report; its exit status speaks below.
}
// Unhandled errors and crashes also make vitest fail without a failed test.
if (status !== '0' && failed === 0) failed = 1;
process.stdout.write(`${passed} ${failed} ${skipped}\n`);
