// The page's WebSocket: JSON frames, responses matched by nonce, reconnection with exponential back-off.

/** Maximum back-off in milliseconds. */
const LONGEST_PAUSE = 4000;

/** The connection was lost before the response, or not established. */
export class NotConnected extends Error {}

export class Socket {
  #socket = null;
  #pause = 250;
  #count = 0;
  #waiting = new Map();

  /**
   * `greet()` returns the first frame of every connection. `hear(frame)` handles all frames except responses
   * and choices. `state("connecting" | "open" | "lost")` handles changes of the connection status.
   */
  constructor(address, { greet, hear, state }) {
    this.address = address;
    this.greet = greet;
    this.hear = hear;
    this.state = state;
    this.#connect();
  }

  get open() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  send(frame) {
    if (this.open) this.#socket.send(JSON.stringify(frame));
    return this.open;
  }

  /** Sends a request and resolves with the `response`, `choices` or `modal` frame that has the same nonce. */
  ask(frame) {
    const nonce = `n${++this.#count}`;
    if (!this.send({ ...frame, nonce })) return Promise.reject(new NotConnected());
    return new Promise((resolve, reject) => this.#waiting.set(nonce, { resolve, reject }));
  }

  #connect() {
    this.state("connecting");
    const socket = new WebSocket(this.address);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      this.#pause = 250;
      this.send(this.greet());
      this.state("open");
    });
    socket.addEventListener("message", (event) => this.#receive(event.data));
    socket.addEventListener("close", () => this.#closed());
  }

  #receive(text) {
    let frame;
    try {
      frame = JSON.parse(text);
    } catch {
      return;
    }
    const waiting = frame.nonce && this.#waiting.get(frame.nonce);
    if (waiting) {
      this.#waiting.delete(frame.nonce);
      waiting.resolve(frame);
    }
    if (!["response", "choices"].includes(frame.type)) this.hear(frame);
  }

  #closed() {
    this.state("lost");
    for (const { reject } of this.#waiting.values()) reject(new NotConnected());
    this.#waiting.clear();
    setTimeout(() => this.#connect(), this.#pause);
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
  }
}
