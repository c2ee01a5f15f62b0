/**
 * First segments of the browser's addresses that are no entity's: its doors and its own pages. A test holds them to the
 * pages that there are.
 */
export const pageSegments: readonly string[] = [
  ...['user', 'welcome', 'assets'],
  ...['account', 'analysis', 'board', 'code-generator', 'designer', 'help', 'localizer', 'machine', 'money', 'monitor'],
  ...['test', 'why', 'workplace'],
];
