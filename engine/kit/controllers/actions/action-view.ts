import type { ISchema } from '@formily/json-schema';
import { createElement, type ReactElement, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { Failed } from '../../data/display-error.ts';
import { ActionBody } from '../../fields/form/action-body.tsx';
import { FieldHostProvider, type FieldHost } from '../../fields/controls/field-host.tsx';
import type { FormTools } from '../../fields/controls/form-tools.tsx';
import type { ActionController } from './action-controller.ts';

export interface ActionViewProps {
  host: FieldHost;
  controller: ActionController;
  schema: ISchema | null;
  tools: FormTools;
  evidence: ReactNode;
  what: Failed;
  question: (typed: Readonly<Record<string, unknown>>) => string | null;
}

/** The dialog's body, rendered again whenever its controller changes. */
export function ActionView({
  host,
  controller,
  schema,
  tools,
  evidence,
  what,
  question,
}: ActionViewProps): ReactElement {
  const state = useStore(controller.store);
  const { form, ready, refused } = controller;
  const total = ready.length + refused.length;
  const body = createElement(ActionBody, {
    ...state,
    question,
    evidence,
    what,
    form,
    schema,
    tools,
    refused,
    ready: ready.length,
    total,
  });
  return createElement(FieldHostProvider, { host }, body);
}
