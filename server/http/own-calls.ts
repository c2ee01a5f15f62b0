import type { DeclaredCall } from '../operations/openapi/declared-call.ts';
import { accessCalls } from './access-calls.ts';
import { previewCall } from './document-routes.ts';
import { noticeCalls } from './notice-calls.ts';
import { schemaCalls } from './schema-calls.ts';
import { workplaceCalls } from './workplace/workplace-calls.ts';

/** The declared calls of the server itself, for the OpenAPI document. */
export const ownCalls: readonly DeclaredCall[] = [
  ...schemaCalls,
  previewCall,
  ...accessCalls,
  ...noticeCalls,
  ...workplaceCalls,
];
