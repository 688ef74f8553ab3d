//! A socket without any help: texts out, texts in.

use futures::{SinkExt, StreamExt};
use parlour_tests::House;
use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// A socket, and the ids that were used on it.
pub(crate) struct Wire<S = MaybeTlsStream<TcpStream>> {
    socket: WebSocketStream<S>,
    id: u64,
}

impl Wire {
    /// Opens a socket and says nothing.
    pub(crate) async fn open(house: &House) -> Wire {
        let (socket, _) = connect_async(house.url()).await.expect("the server is open");
        Wire::over(socket)
    }

    /// Opens a socket, says hello and answers the welcome.
    pub(crate) async fn enter(house: &House, name: &str, wants: Value) -> (Wire, Value) {
        let mut wire = Wire::open(house).await;
        let welcome = wire.greet(name, wants).await;
        (wire, welcome)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> Wire<S> {
    /// An open socket on which nothing was said.
    pub(crate) fn over(socket: WebSocketStream<S>) -> Wire<S> {
        Wire { socket, id: 0 }
    }

    /// Says hello and answers the welcome.
    pub(crate) async fn greet(&mut self, name: &str, wants: Value) -> Value {
        let mut hello = json!({ "type": "hello", "protocol": { "min": 1, "max": 1 }, "name": name });
        for (key, value) in wants.as_object().expect("an object") {
            hello[key] = value.clone();
        }
        let (welcome, _) = self.ask(hello).await;
        assert_eq!(welcome["type"], "welcome", "{welcome}");
        welcome
    }

    /// Sends any frame.
    pub(crate) async fn send(&mut self, message: Message) -> Result<(), Error> {
        self.socket.send(message).await
    }

    /// The next text; none when the socket was closed, with the code if there was one.
    pub(crate) async fn next(&mut self) -> Result<String, Option<u16>> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => return Ok(text.as_str().to_owned()),
                Some(Ok(Message::Close(frame))) => return Err(frame.map(|frame| frame.code.into())),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(None),
            }
        }
    }

    /// The next answer, and the texts of what was pushed before it.
    pub(crate) async fn answer(&mut self) -> (Value, Vec<String>) {
        let mut pushed = Vec::new();
        loop {
            let text = self.next().await.expect("the socket stays open");
            let value: Value = serde_json::from_str(&text).expect("the server sends JSON");
            if value.get("re").is_some() {
                return (value, pushed);
            }
            pushed.push(text);
        }
    }

    /// Sends a command with the next id; answers as [`Wire::answer`] does.
    pub(crate) async fn ask(&mut self, mut command: Value) -> (Value, Vec<String>) {
        command["id"] = json!(self.next_id());
        self.send(Message::text(command.to_string())).await.expect("the socket is open");
        self.answer().await
    }

    /// Sends a command as it is; answers as [`Wire::answer`] does.
    pub(crate) async fn ask_as_is(&mut self, command: Value) -> (Value, Vec<String>) {
        self.send(Message::text(command.to_string())).await.expect("the socket is open");
        self.answer().await
    }

    /// Leaves out ids that another socket of the player has used.
    pub(crate) fn skip_ids(&mut self, count: u64) {
        self.id += count;
    }

    /// An id that was not used yet.
    pub(crate) fn next_id(&mut self) -> u64 {
        self.id += 1;
        self.id
    }
}
