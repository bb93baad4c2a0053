// The WebSocket to the session. It comes back by itself after a loss.

import type { Command, Event } from "./protocol";

/** What the address after `#` says: the token, and the session if it is named. */
function credentials(): { token: string; session: string } {
  const [token = "", session = ""] = location.hash.slice(1).split("/");
  return { token, session: session || "main" };
}

export class Connection {
  private socket: WebSocket | null = null;
  private wait = 250;

  constructor(
    private readonly hear: (event: Event) => void,
    private readonly changed: (open: boolean) => void,
  ) {
    this.open();
  }

  private open(): void {
    const { token, session } = credentials();
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const query = new URLSearchParams({ token, session });
    const socket = new WebSocket(`${scheme}//${location.host}/ws?${query}`);
    this.socket = socket;
    socket.onopen = () => {
      this.wait = 250;
      this.changed(true);
    };
    socket.onmessage = (message) => this.hear(JSON.parse(String(message.data)) as Event);
    socket.onclose = () => {
      this.changed(false);
      setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(2 * this.wait, 5000);
    };
  }

  send(command: Command): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(command));
  }
}
