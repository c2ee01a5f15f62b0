import type { LiveTexts } from '../../localizer/live-texts.ts';
import type { MenuDrafts } from '../../menus/drafts/menu-drafts.ts';
import type { Context } from '../../operations/context.ts';
import type { Texts } from '../../texts.ts';
import { attachmentCalls } from './attachment-calls.ts';
import type { Call } from '../calls.ts';
import { commentCalls } from './comment-calls.ts';
import { jobCalls } from './job-calls.ts';
import { localizerCalls } from './localizer-calls.ts';
import { menuDraftCalls } from './menu-draft-calls.ts';
import { preferenceCalls } from './preference-calls.ts';
import { savedViewCalls } from './saved-view-calls.ts';
import { searchCalls } from './search-calls.ts';

interface WorkplaceServices {
  readonly context: Context;
  readonly texts: Texts;
  readonly liveTexts: LiveTexts;
  readonly menuDrafts: MenuDrafts;
}

/** What stands beside the records and lists of every entity. */
export const workplaceCalls: readonly Call<WorkplaceServices>[] = [
  ...attachmentCalls,
  ...commentCalls,
  ...savedViewCalls,
  ...preferenceCalls,
  ...jobCalls,
  ...searchCalls,
  ...localizerCalls,
  ...menuDraftCalls,
];
