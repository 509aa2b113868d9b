import type { AddressInfo, Server } from 'node:net'
import { sleep, waitUntil } from '../../support/process/wait'

/** Of smtp-server and mailparser, which are installed beside n8n. */
export type MailPackages = {
  SMTPServer: new (options: object) => { server: Server; close(done: () => void): void }
  simpleParser: (raw: Buffer) => Promise<ParsedMail>
}
type Session = { envelope: { rcptTo: { address: string }[] } }
type Callback = (error?: Error | null, result?: unknown) => void
type ParsedMail = {
  from?: { text: string }
  to?: { text: string }
  replyTo?: { text: string }
  subject?: string
  text?: string
  html: string | false
  attachments: { filename?: string; contentType: string; content: Buffer }[]
}

export type Mail = {
  /** Whom the server was told to give it to. */
  recipients: string[]
  from?: string
  to?: string
  replyTo?: string
  subject?: string
  text?: string
  html: string | false
  files: { name?: string; type: string; text: string }[]
}

/** An SMTP server that wants a login, keeps what it gets, and fails when a test tells it to. */
export class MailSink {
  readonly user = 'site@example.com'
  password = 'a password of a test'
  readonly received: Mail[] = []
  /** Refuses mails to this address with this code. */
  refused: { address: string; code: number } | null = null
  /** How long it takes to accept a mail. */
  delayMs = 0
  private server: InstanceType<MailPackages['SMTPServer']> | undefined
  port = 0

  constructor(private packages: MailPackages) {}

  async start(): Promise<void> {
    const server = new this.packages.SMTPServer({
      // n8n sends a password over a plain connection only if its credential says so.
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ username, password }: Record<string, string>, _: unknown, done: Callback) => {
        const isRight = username === this.user && password === this.password
        done(isRight ? null : new Error('Wrong login'), { user: username })
      },
      onRcptTo: ({ address }: { address: string }, _: unknown, done: Callback) => {
        const isRefused = address === this.refused?.address
        const error = Object.assign(new Error('Refused'), { responseCode: this.refused?.code })
        done(isRefused ? error : null)
      },
      onData: async (stream: AsyncIterable<Buffer>, session: Session, done: Callback) => {
        const chunks: Buffer[] = []
        for await (const chunk of stream) chunks.push(chunk)
        await sleep(this.delayMs)
        this.received.push(await this.read(Buffer.concat(chunks), session))
        done()
      },
    })
    // The same port after it was down.
    await new Promise<void>((resolve) => server.server.listen(this.port, '127.0.0.1', resolve))
    this.port = (server.server.address() as AddressInfo).port
    this.server = server
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.server?.close(resolve))
  }

  /** Returns what has arrived since the last call. */
  take(): Mail[] {
    return this.received.splice(0)
  }

  waitFor(count: number): Promise<void> {
    return waitUntil(60, `${count} mails`, () => this.received.length >= count)
  }

  private async read(source: Buffer, { envelope }: Session): Promise<Mail> {
    const parsed = await this.packages.simpleParser(source)
    return {
      recipients: envelope.rcptTo.map(({ address }) => address),
      from: parsed.from?.text,
      to: parsed.to?.text,
      replyTo: parsed.replyTo?.text,
      subject: parsed.subject,
      text: parsed.text,
      html: parsed.html,
      files: parsed.attachments.map(({ filename, contentType, content }) => ({
        name: filename,
        type: contentType,
        text: String(content),
      })),
    }
  }
}
