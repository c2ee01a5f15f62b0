/**
 * First path segments in the browser that belong to no entity: sign-in and application pages. A test compares them with
 * the real pages.
 */
export const pageSegments: readonly string[] = [
  ...['login', 'user', 'welcome', 'assets'],
  ...['account', 'analysis', 'board', 'code-generator', 'designer', 'help', 'localizer', 'machine', 'money', 'monitor'],
  ...['test', 'why', 'workplace'],
];
