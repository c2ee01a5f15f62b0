/** What declared calls take and answer. Written by `npm run generate`; never edited. */

export interface ComparedText {
  space: string;
  key: string;
  base: string;
  text: string;
  state: 'delivered' | 'edited' | 'missing';
  /** The edit that may be changed or reverted. */
  id: string | null;
  version: number | null;
}

export interface Explanation {
  allowed: boolean;
  reasons: readonly {
    code: string;
    path: string;
    message: string;
  }[];
  roles: readonly string[];
}

export interface FoundGroup {
  entity: string;
  path: string;
  /** Label of the entity. */
  name: string;
  rows: readonly FoundRow[];
}

export interface FoundRow {
  id: string;
  title: string;
  exact: boolean;
  /** Label and colour of its state. */
  status?: {
    text: string;
    tone: 'neutral' | 'info' | 'good' | 'warn' | 'bad';
  };
  /** Title of its owner. */
  owner?: string;
  /** Creation time. */
  at?: string;
}

export interface Grantable {
  entity: string;
  title: string;
  path: string;
  codes: readonly {
    code: string;
    word: string;
  }[];
  fields: readonly {
    name: string;
    word: string;
  }[];
}

export interface JobState {
  id: string;
  state: 'queued' | 'running' | 'done' | 'failed';
  done: number;
  total: number | null;
  result: unknown;
  file: string | null;
}

export interface JobsAnswer {
  counts: {
    queued?: number;
    running?: number;
    done?: number;
    failed?: number;
  };
  jobs: readonly ({
    id: string;
    state: 'queued' | 'running' | 'done' | 'failed';
    done: number;
    total: number | null;
    kind: string;
    entity: string | null;
    at: string;
    by: string | null;
    $by: string | null;
  })[];
}

export interface MenuDraft {
  /** Grows with every change; an older one is refused with the current draft. */
  stamp: number;
  steps: readonly ({
    name: string;
    changes: readonly ({
      id: string;
      before: Record<string, string | number | null> | null;
      after: Record<string, string | number | null> | null;
    })[];
  })[];
  /** Who changed it last; empty without steps. */
  by: string;
  at: string;
}

export interface MenuMoment {
  /** Names it for a restore. */
  moment: string;
  at: string;
  by: string;
  /** Null for what was written without a publish. */
  reason: string | null;
  changes: readonly ({
    id: string;
    before: Record<string, string | number | null> | null;
    after: Record<string, string | number | null> | null;
    name: string | null;
  })[];
}

export interface NoticeItem {
  id: string;
  title: string;
  message: string;
  noticeTime: string;
  type?: string;
  appCode: string | null;
  path: string;
}

export interface NoticeLists {
  pendingNotice: readonly NoticeItem[];
  news: readonly NoticeItem[];
  notices: readonly NoticeItem[];
}

export interface RecordComment {
  id: string;
  text: string;
  /** Shown to the staff alone. */
  internal: boolean;
  at: string;
  by: string;
  /** Who wrote it. */
  name: string;
  own: boolean;
}

export interface RecordFile {
  id: string;
  file: string;
  fileName: string;
  /** Bytes. */
  size: number;
  /** Shown to the staff alone. */
  internal: boolean;
  at: string;
  by: string;
  /** Who added it. */
  name: string;
  own: boolean;
}

export interface RoleSummaryLine {
  entity: string;
  path: string;
  title: string;
  grants: readonly {
    codes: readonly string[];
    verbs: readonly string[];
    rows: string;
    hidden: readonly string[];
  }[];
}

export interface SavedView {
  id: string;
  name: string;
  share: 'mine' | 'team' | 'role';
  role: string | null;
  /** A tab of its own, with a count. */
  pinned: boolean;
  /** The list opens with it: for its author, or for the holders of its role. */
  preferred: boolean;
  /** Null where what was kept cannot be read. */
  state: unknown;
  /** How many fields it names that this person may not see. */
  withheld?: number;
  own: boolean;
  mayChange: boolean;
}

export interface TextCoverage {
  code: string;
  name: string;
  delivered: boolean;
  pseudo: boolean;
  total: number;
  /** Texts of the culture itself; the others fall back to the base culture. */
  own: number;
  edited: number;
}

export interface Calls {
  accountOrganisations: {
    method: 'get';
    given: {
      id: string;
    };
    answer: readonly string[];
  };
  accountRoles: {
    method: 'get';
    given: {
      id: string;
    };
    answer: readonly string[];
  };
  addAttachment: {
    method: 'post';
    given: {
      path: string;
      record: string;
      /** Uploaded before. */
      file: string;
      internal?: boolean;
    };
    answer: {
      id: string;
    };
  };
  addComment: {
    method: 'post';
    given: {
      path: string;
      record: string;
      text: string;
      internal?: boolean;
      mentions?: readonly string[];
    };
    answer: {
      id: string;
    };
  };
  applySchemaBundle: {
    method: 'post';
    given: {
      bundle: {
        lading?: unknown;
        entities: readonly {
          entity: string;
          origin?: string;
          document: {
            /** As the file of an entity or of a screen has it; see schemas/generated/entity.schema.json. */
            meta: {
              entity?: string;
              screen?: string;
            };
            /** By culture: name, plural, fields, ... */
            texts: Record<string, Record<string, unknown>>;
          };
        }[];
        screens?: readonly {
          document: {
            /** As the file of an entity or of a screen has it; see schemas/generated/entity.schema.json. */
            meta: {
              entity?: string;
              screen?: string;
            };
            /** By culture: name, plural, fields, ... */
            texts: Record<string, Record<string, unknown>>;
          };
        }[];
      };
      dryRun?: boolean;
      reason?: string;
      /** Signs for every blocker with `accepts`, which the history keeps with the reason. */
      acceptProblems?: boolean;
      /** By entity: its mapping, backfill and money. */
      given?: Record<string, unknown>;
    };
    answer: unknown;
  };
  attachments: {
    method: 'get';
    given: {
      path: string;
      record: string;
    };
    answer: readonly RecordFile[];
  };
  bringBackField: {
    method: 'post';
    given: {
      entity: string;
      /** The draft as the caller knows it; another one is answered with 409 and what stands there now. */
      stamp: number;
      /** As it was last called; items.worth within a sub-table. */
      field: string;
    };
    answer: unknown;
  };
  changeDraft: {
    method: 'post';
    given: {
      entity: string;
      /** The draft as the caller knows it; another one is answered with 409 and what stands there now. */
      stamp: number;
      name?: string;
      commands: readonly ({
        do?: 'set' | 'remove' | 'move' | 'rename' | 'place' | 'unplace' | 'text' | 'replace';
        /** A place of the declaration: fields.weight.scale, list.columns[2]. */
        at?: string;
        value?: unknown;
        before?: string | number | null;
        to?: string;
        letGo?: boolean;
        in?: 'form' | 'detail.sections';
        field?: string;
        section?: string;
        row?: number;
        column?: number;
        culture?: string;
        key?: string;
        document?: {
          /** As the file of an entity or of a screen has it; see schemas/generated/entity.schema.json. */
          meta: {
            entity?: string;
            screen?: string;
          };
          /** By culture: name, plural, fields, ... */
          texts: Record<string, Record<string, unknown>>;
        };
      })[];
      dryRun?: boolean;
    };
    answer: unknown;
  };
  changeNoticeStatus: {
    method: 'post';
    given: {
      id: string;
      status: '1' | '2' | '3' | 1 | 2 | 3;
    };
    answer: unknown;
  };
  commentPeople: {
    method: 'get';
    given: {
      searchValue?: string;
    };
    answer: readonly {
      id: string;
      name: string;
    }[];
  };
  commentSchema: {
    method: 'post';
    given: {
      entity: string;
      text: string;
      at?: string;
    };
    answer: unknown;
  };
  comments: {
    method: 'get';
    given: {
      path: string;
      record: string;
    };
    answer: readonly RecordComment[];
  };
  compareTexts: {
    method: 'get';
    given: {
      target?: string;
      base?: string;
      space?: string;
      state?: string;
      searchValue?: string;
      pageNo?: number;
      pageSize?: number;
    };
    answer: {
      pageNo: number;
      pageSize: number;
      totalRows: number;
      rows: readonly ComparedText[];
    };
  };
  createEntity: {
    method: 'post';
    given: {
      document: {
        /** As the file of an entity or of a screen has it; see schemas/generated/entity.schema.json. */
        meta: {
          entity?: string;
          screen?: string;
        };
        /** By culture: name, plural, fields, ... */
        texts: Record<string, Record<string, unknown>>;
      };
    };
    answer: unknown;
  };
  discardDraft: {
    method: 'post';
    given: {
      entity: string;
      /** The draft as the caller knows it; another one is answered with 409 and what stands there now. */
      stamp?: number;
    };
    answer: unknown;
  };
  dropAttachment: {
    method: 'post';
    given: {
      id: string;
    };
    answer: null;
  };
  dropComment: {
    method: 'post';
    given: {
      id: string;
    };
    answer: null;
  };
  dropSavedView: {
    method: 'post';
    given: {
      id: string;
    };
    answer: null;
  };
  endPreview: {
    method: 'post';
    given: Record<never, never>;
    answer: null;
  };
  explainFor: {
    method: 'get';
    given: {
      account: string;
      path: string;
      code?: string;
      id?: string;
    };
    answer: Explanation;
  };
  getNotices: {
    method: 'get';
    given: Record<never, never>;
    answer: NoticeLists;
  };
  grantData: {
    method: 'post';
    given: {
      id: string;
      grantOrgIdList?: readonly string[];
      dataScopeType?: string;
    };
    answer: unknown;
  };
  grantMenus: {
    method: 'post';
    given: {
      id: string;
      grantMenuIdList?: readonly string[];
    };
    answer: unknown;
  };
  grantOrganisations: {
    method: 'post';
    given: {
      id: string;
      grantOrgIdList?: readonly string[];
    };
    answer: unknown;
  };
  grantRoles: {
    method: 'post';
    given: {
      id: string;
      grantRoleIdList?: readonly string[];
    };
    answer: unknown;
  };
  grantable: {
    method: 'get';
    given: Record<never, never>;
    answer: readonly Grantable[];
  };
  job: {
    method: 'get';
    given: {
      id: string;
    };
    answer: JobState;
  };
  jobs: {
    method: 'get';
    given: {
      limit?: number;
    };
    answer: JobsAnswer;
  };
  keepPreference: {
    method: 'post';
    given: {
      key: string;
      value?: unknown;
    };
    answer: null;
  };
  keepSavedView: {
    method: 'post';
    given: {
      /** Without one it is a new view. */
      id?: string;
      path: string;
      name: string;
      share?: 'mine' | 'team' | 'role';
      role?: string | null;
      pinned?: boolean;
      preferred?: boolean;
      state: unknown;
    };
    answer: {
      id: string;
    };
  };
  menuDraft: {
    method: 'get';
    given: Record<never, never>;
    answer: MenuDraft;
  };
  menuHistory: {
    method: 'get';
    given: Record<never, never>;
    answer: {
      moments: readonly MenuMoment[];
    };
  };
  menuList: {
    method: 'get';
    given: {
      application?: string;
    };
    answer: readonly unknown[];
  };
  menuTree: {
    method: 'get';
    given: {
      application?: string;
    };
    answer: readonly unknown[];
  };
  menuTreeForGrant: {
    method: 'get';
    given: {
      application?: string;
    };
    answer: readonly unknown[];
  };
  ownTenantMenu: {
    method: 'get';
    given: {
      id: string;
    };
    answer: readonly string[];
  };
  people: {
    method: 'get';
    given: {
      name?: string;
    };
    answer: readonly {
      id: string;
      name: string;
    }[];
  };
  planSchema: {
    method: 'get';
    given: {
      entity: string;
    };
    answer: unknown;
  };
  planSchemaWith: {
    method: 'post';
    given: {
      entity: string;
      /** By state that goes: where its records go. */
      mapping?: Record<string, string>;
      /** By field (items.worth within a sub-table): what records get that have nothing in it. */
      backfill?: Record<string, unknown>;
      /** By field of money whose currency changes: {"rate": 7.1}, "keep" (the figures) or "empty". */
      money?: Record<string, unknown>;
    };
    answer: unknown;
  };
  previewDocument: {
    method: 'post';
    given: {
      entity: string;
      /** A record to print it with. */
      id: string;
      /** A document as the declaration has it. */
      document: Record<string, unknown>;
      name?: string;
      /** Texts by block, in the language. */
      words?: Record<string, unknown>;
      language?: string;
    };
    answer: unknown;
  };
  publishMenuDraft: {
    method: 'post';
    given: {
      /** Grows with every change; an older one is refused with the current draft. */
      stamp: number;
      reason: string;
    };
    answer: {
      changed: number;
    };
  };
  publishSchema: {
    method: 'post';
    given: {
      entity: string;
      /** The draft as the caller knows it; another one is answered with 409 and what stands there now. */
      stamp: number;
      baseRevision?: number;
      reason?: string;
      /** Signs for every blocker with `accepts`, which the history keeps with the reason. */
      acceptProblems?: boolean;
      /** By state that goes: where its records go. */
      mapping?: Record<string, string>;
      /** By field (items.worth within a sub-table): what records get that have nothing in it. */
      backfill?: Record<string, unknown>;
      /** By field of money whose currency changes: {"rate": 7.1}, "keep" (the figures) or "empty". */
      money?: Record<string, unknown>;
    };
    answer: unknown;
  };
  readAllNotices: {
    method: 'post';
    given: Record<never, never>;
    answer: {
      marked: number;
    };
  };
  readPreference: {
    method: 'get';
    given: {
      key: string;
    };
    answer: unknown;
  };
  readSchema: {
    method: 'get';
    given: {
      entity: string;
    };
    answer: unknown;
  };
  receivedNotices: {
    method: 'get';
    given: {
      pageNo?: number;
      pageSize?: number;
      searchValue?: string;
    };
    answer: unknown;
  };
  redoDraft: {
    method: 'post';
    given: {
      entity: string;
      /** The draft as the caller knows it; another one is answered with 409 and what stands there now. */
      stamp: number;
    };
    answer: unknown;
  };
  removedFields: {
    method: 'get';
    given: {
      entity: string;
    };
    answer: unknown;
  };
  resolveConflict: {
    method: 'post';
    given: {
      entity: string;
      /** The draft as the caller knows it; another one is answered with 409 and what stands there now. */
      stamp: number;
      /** The address of a conflict, as it was told. */
      at: string;
      take: 'mine' | 'theirs';
      name?: string;
    };
    answer: unknown;
  };
  restoreMenu: {
    method: 'post';
    given: {
      /** Grows with every change; an older one is refused with the current draft. */
      stamp: number;
      moment: string;
      name?: string;
    };
    answer: MenuDraft;
  };
  restoreSchema: {
    method: 'post';
    given: {
      entity: string;
      /** The draft as the caller knows it; another one is answered with 409 and what stands there now. */
      stamp: number;
      revision: number;
    };
    answer: unknown;
  };
  retireEntity: {
    method: 'post';
    given: {
      entity: string;
      reason?: string;
    };
    answer: unknown;
  };
  reviveEntity: {
    method: 'post';
    given: {
      entity: string;
    };
    answer: unknown;
  };
  roleMenus: {
    method: 'get';
    given: {
      id: string;
    };
    answer: readonly unknown[];
  };
  roleOrganisations: {
    method: 'get';
    given: {
      id: string;
    };
    answer: readonly string[];
  };
  roleSummary: {
    method: 'get';
    given: {
      id: string;
    };
    answer: readonly RoleSummaryLine[];
  };
  rollBackSchema: {
    method: 'post';
    given: {
      entity: string;
      revision: number;
      reason?: string;
      dryRun?: boolean;
      /** By state that goes: where its records go. */
      mapping?: Record<string, string>;
      /** By field (items.worth within a sub-table): what records get that have nothing in it. */
      backfill?: Record<string, unknown>;
      /** By field of money whose currency changes: {"rate": 7.1}, "keep" (the figures) or "empty". */
      money?: Record<string, unknown>;
    };
    answer: unknown;
  };
  saveMenuDraft: {
    method: 'post';
    given: {
      /** Grows with every change; an older one is refused with the current draft. */
      stamp: number;
      steps: readonly ({
        name: string;
        changes: readonly ({
          id: string;
          before: Record<string, string | number | null> | null;
          after: Record<string, string | number | null> | null;
        })[];
      })[];
    };
    answer: MenuDraft;
  };
  savedViews: {
    method: 'get';
    given: {
      path: string;
    };
    answer: readonly SavedView[];
  };
  schemaBundle: {
    method: 'get';
    given: Record<never, never>;
    answer: unknown;
  };
  schemaComments: {
    method: 'get';
    given: {
      entity: string;
    };
    answer: unknown;
  };
  schemaEntities: {
    method: 'get';
    given: Record<never, never>;
    answer: unknown;
  };
  schemaHistory: {
    method: 'get';
    given: {
      entity: string;
    };
    answer: unknown;
  };
  schemaRevision: {
    method: 'get';
    given: {
      entity: string;
      n: number;
    };
    answer: unknown;
  };
  search: {
    method: 'get';
    given: {
      searchValue?: string;
    };
    answer: readonly FoundGroup[];
  };
  startPreview: {
    method: 'post';
    given: {
      id: string;
      customer?: string;
    };
    answer: unknown;
  };
  tenantMenuTree: {
    method: 'get';
    given: {
      id: string;
    };
    answer: readonly unknown[];
  };
  textCoverage: {
    method: 'get';
    given: Record<never, never>;
    answer: {
      cultures: readonly TextCoverage[];
      spaces: readonly string[];
    };
  };
  undoDraft: {
    method: 'post';
    given: {
      entity: string;
      /** The draft as the caller knows it; another one is answered with 409 and what stands there now. */
      stamp: number;
    };
    answer: unknown;
  };
  unreadNotices: {
    method: 'get';
    given: Record<never, never>;
    answer: unknown;
  };
}

export declare const calls: {
  readonly [K in keyof Calls]: { readonly method: Calls[K]['method']; readonly path: string };
};
