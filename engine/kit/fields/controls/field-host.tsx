import { createContext, useContext, type ReactNode } from 'react';
import type { Bindings, Entity, ValueContext } from '../../../core/index.ts';
import type { DataClient, EntityAnswer } from '../../data/data-client.ts';
import type { EntityLabels } from '../../data/entity-labels.ts';

/** The context of field views: the entity, its texts, the data client and the reader's culture. */
export interface FieldHost {
  entity: Entity;
  words: EntityLabels;
  refs: EntityAnswer['refs'];
  client: DataClient;
  format: ValueContext;
  /** Who asks and when, for conditions. */
  facts: () => Pick<Bindings, 'actor' | 'now' | 'today'>;
}

const HostContext = createContext<FieldHost | null>(null);

export interface FieldHostProps {
  host: FieldHost;
  children?: ReactNode;
}

export function FieldHostProvider({ host, children }: FieldHostProps) {
  return <HostContext.Provider value={host}>{children}</HostContext.Provider>;
}

export function useFieldHost(): FieldHost {
  const host = useContext(HostContext);
  if (!host) throw new Error('field views need a FieldHostProvider');
  return host;
}
