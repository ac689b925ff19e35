import { expect, test } from 'vitest';
import { reportOnce } from '../../../src/host/chat/report-once';

test('each problem is reported once, however often it is found', () => {
  const reported: string[] = [];
  const report = reportOnce((problem) => reported.push(problem));
  report(['one', 'two', 'one']);
  report(['two', 'three']);
  expect(reported).toEqual(['one', 'two', 'three']);
});
