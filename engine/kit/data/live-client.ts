import { createWire, type WireOptions } from './wire.ts';

/** One line of the bell. */
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
  pendingNotice: NoticeItem[];
  news: NoticeItem[];
  notices: NoticeItem[];
}

/** What a connection and the bell ask of the server over HTTP. Throws `WireError` like the data client. */
export interface LiveClient {
  /** A one-use ticket for a connection, and from where on a first connection should hear. */
  ticket(): Promise<{ ticket: string; cursor: string | null }>;
  notices(): Promise<NoticeLists>;
  readAll(): Promise<void>;
}

export function createLiveClient(options: WireOptions): LiveClient {
  const wire = createWire(options);
  return {
    ticket: () => wire.post('hub/ticket', {}),
    notices: () => wire.get('NoticesList/getNotices'),
    readAll: async () => {
      await wire.post('NoticesList/readAll', {});
    },
  };
}
