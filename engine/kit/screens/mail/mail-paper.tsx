import './mail-paper.css';

/** A mail as its reader sees it. The frame runs no scripts, opens nothing and sees nothing of the page around it. */
export function MailPaper({ html, title }: { html: string; title: string }) {
  return <iframe className="mail-paper" title={title} sandbox="" srcDoc={html} />;
}
