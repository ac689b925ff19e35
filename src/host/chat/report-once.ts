/** For what would be reported again whenever it is looked at: each problem is reported the first time only. */
export function reportOnce(
  report: (problem: string) => void,
): (problems: readonly string[]) => void {
  const reported = new Set<string>();
  return (problems) => {
    for (const problem of problems) {
      if (reported.has(problem)) continue;
      reported.add(problem);
      report(problem);
    }
  };
}
