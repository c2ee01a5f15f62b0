import type { Seeder } from './seeder.ts';

/** Notices to staff and members. */
export async function tellNotices(pen: Seeder, publishedBy: string): Promise<void> {
  const { calendar, words } = pen;
  await pen.add(
    'notice',
    words.notices
      .toSorted((a, b) => b.daysAgo - a.daysAgo)
      .map(({ title, type, audience, content, status, daysAgo }) => {
        const publishedAt = calendar.moment(daysAgo, 9 * 3600 + 20 * 60);
        const published = status === 'draft' ? {} : { publishedAt, publishedBy };
        const withdrawn = status === 'withdrawn' ? { withdrawnAt: calendar.moment(daysAgo - 2, 17 * 3600) } : {};
        const at = calendar.moment(daysAgo, 9 * 3600);
        return {
          given: { status, at, by: publishedBy, locked: { ...published, ...withdrawn } },
          input: { title, type, audience, content },
        };
      }),
  );
}
