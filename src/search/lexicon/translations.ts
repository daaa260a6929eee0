/*
 * The field's words in six languages, so that a question in one of them finds skills that are written in English. A line
 * is one thing: English, German, French, Spanish, Portuguese, Chinese, Japanese. Accents do not matter, endings hardly do,
 * and an underscore joins the words of one term.
 */

export const translations = `
image picture photo; bild foto bilder; image photo; imagen foto; imagem foto; 图片 照片 图像; 画像 写真
video clip; video film clip; video clip film; video pelicula; video filme; 视频 短片; 動画 ビデオ 映像
audio sound; ton klang audio gerausch; son audio; sonido audio; som audio; 音频 声音; 音声 音
music song; musik lied; musique chanson; musica cancion; musica cancao; 音乐 歌曲 歌; 音楽 曲 歌
voice speech; stimme sprache sprechen; voix parole; voz habla; voz fala; 语音 说话; 声 音声 発話
transcribe transcript; transkribieren abschreiben mitschrift abschrift; transcrire transcription; transcribir transcripcion; transcrever transcricao; 转录 转写 转成文字; 文字起こし 書き起こし
subtitle caption; untertitel; sous-titre; subtitulo; legenda; 字幕; 字幕
camera; kamera; camera appareil_photo; camara; camera; 相机 摄像头; カメラ
draw paint; zeichnen malen; dessiner peindre; dibujar pintar; desenhar pintar; 画 绘制 绘; 描く 描いて
diagram chart flowchart; diagramm schaubild ablauf; diagramme schema; diagrama esquema; diagrama esquema; 图表 流程图 示意图; 図 図表 フローチャート
design layout; gestalten entwurf gestaltung; conception maquette; diseno disenar; projeto desenho; 设计; デザイン 設計
color theme; farbe farben; couleur; color colores; cor cores; 颜色 配色; 色 配色
font typography; schrift schriftart; police typographie; tipografia fuente; fonte tipografia; 字体; フォント
logo brand; logo marke; logo marque; logo marca; logo marca; 标志 品牌; ロゴ ブランド
icon; symbol; icone; icono; icone; 图标; アイコン
presentation slides deck powerpoint; prasentation folien vortrag; presentation diapositives; presentacion diapositivas; apresentacao slides; 演示文稿 幻灯片 演讲; プレゼン スライド 発表
document word docx; dokument; document; documento; documento; 文档 文件; 文書 ドキュメント 書類
spreadsheet excel table; tabelle tabellen kalkulation; tableur tableau feuille_de_calcul; hoja_de_calculo tabla; planilha tabela; 表格 电子表格; 表計算 スプレッドシート 表
pdf; pdf; pdf; pdf; pdf; pdf; pdf
text; text; texte; texto; texto; 文本 文字; テキスト 文章
file; datei dateien; fichier; archivo fichero; arquivo ficheiro; 文件 档案; ファイル
folder directory; ordner verzeichnis; dossier repertoire; carpeta directorio; pasta diretorio; 文件夹 目录; フォルダ ディレクトリ
scan ocr; scan scannen einscannen; numeriser scanner numerisation; escanear digitalizar; digitalizar escanear; 扫描 识别; スキャン
archive; archiv ablage; archive; archivar archivo; arquivo arquivar; 归档 存档; アーカイブ 保管
form; formular; formulaire; formulario; formulario; 表单; フォーム 申込書
template; vorlage muster; modele gabarit; plantilla; modelo; 模板; テンプレート 雛形
letter; brief schreiben; lettre; carta; carta; 信件 信; 手紙
contract agreement legal; vertrag vereinbarung recht rechtlich; contrat accord juridique; contrato acuerdo legal; contrato acordo juridico; 合同 协议 法律; 契約 契約書 法務
invoice; rechnung; facture; factura; fatura; 发票 账单; 請求書
receipt expense; beleg quittung ausgabe erstattung spesen; recu depense note_de_frais; recibo gasto reembolso; recibo despesa gastos; 收据 报销 支出 费用; 領収書 経費
budget finance money; budget haushalt finanzen geld; budget finances argent; presupuesto finanzas dinero; orcamento financas dinheiro; 预算 财务 钱; 予算 家計 お金
account; konto konten; compte; cuenta; conta; 账户 账号 帐号; アカウント 口座
bank; bank; banque; banco; banco; 银行; 銀行
tax; steuer steuern steuererklarung; impot taxe; impuesto; imposto; 税 报税; 税金 確定申告
salary payroll; gehalt lohn; salaire paie; salario nomina; salario folha_de_pagamento; 工资 薪水; 給料 給与
payment pay checkout; zahlung bezahlen zahlen kasse; paiement payer caisse; pago pagar; pagamento pagar; 支付 付款 结账; 支払い 決済 払う
credit_card stripe payment; kreditkarte; carte_de_credit carte_bancaire; tarjeta_de_credito tarjeta; cartao_de_credito cartao; 信用卡; クレジットカード
subscription; abonnement abo; abonnement; suscripcion; assinatura; 订阅; サブスクリプション 定期購読
price cost; preis kosten; prix cout; precio coste; preco custo; 价格 费用 成本; 価格 値段 費用
stock share market; aktie aktien borse; action bourse marche; accion bolsa mercado; acao bolsa mercado; 股票 股市 股价; 株 株式 株価
trading trade; handel handeln; negocier trading; operar negociar; negociar; 交易 买卖; 取引 トレード
crypto bitcoin wallet; krypto kryptowahrung geldborse; crypto cryptomonnaie portefeuille; cripto criptomoneda cartera; cripto criptomoeda carteira; 加密货币 比特币 钱包; 暗号資産 仮想通貨 ウォレット
blockchain; blockchain kette; chaine_de_blocs; cadena_de_bloques; blockchain; 区块链; ブロックチェーン
smart_contract solidity; smart_contract; contrat_intelligent; contrato_inteligente; contrato_inteligente; 智能合约; スマートコントラクト
exchange_rate currency; wechselkurs wahrung umrechnen; taux_de_change devise monnaie; tipo_de_cambio moneda divisa; cambio moeda; 汇率 货币; 為替 通貨
unit conversion convert; einheit umrechnen masseinheit; unite convertir; unidad convertir; unidade converter; 单位 换算; 単位 換算
insurance; versicherung; assurance; seguro; seguro; 保险; 保険
invest portfolio; anlegen investieren anlage; investir placement; invertir inversion; investir investimento; 投资; 投資
customer crm client; kunde kunden; client clientele; cliente; cliente; 客户 顾客; 顧客 お客様
sales lead; verkauf vertrieb verkaufen; vente vendre; venta vender; venda vender; 销售; 販売 営業
marketing; marketing werbung vermarkten; marketing promotion publicite; marketing mercadotecnia; marketing divulgacao; 营销 推广 市场; マーケティング 宣伝
ads advertising; anzeige anzeigen werbung; annonce publicite; anuncio publicidad; anuncio publicidade; 广告; 広告
seo search_engine ranking; suchmaschine suchmaschinen; referencement moteur_de_recherche; posicionamiento buscador; posicionamento buscador; 搜索引擎 优化 排名; 検索エンジン 検索順位
newsletter; rundbrief newsletter; lettre_d_information infolettre; boletin; boletim; 通讯 简报; メルマガ ニュースレター
social_media post; beitrag soziale_medien posten; publication reseaux_sociaux publier; publicacion redes_sociales publicar; publicacao redes_sociais publicar; 社交媒体 发帖 帖子; 投稿 ソーシャルメディア
twitter tweet; tweet; tweet; tuit; tuite; 推特 推文; ツイート ツイッター
shop store ecommerce; laden geschaft; boutique magasin; tienda comercio; loja; 商店 网店 电商; 店 ショップ 通販
order purchase buy; bestellung bestellen kaufen; commande commander acheter; pedido pedir comprar; pedido encomendar comprar; 订单 购买 买 订; 注文 購入 買う
delivery package tracking parcel; lieferung paket sendung; livraison colis; entrega paquete envio; entrega pacote encomenda; 快递 包裹 配送; 配送 荷物 宅配
food restaurant; essen restaurant; nourriture restaurant repas; comida restaurante; comida restaurante; 食物 餐厅 外卖; 食事 レストラン 料理
recipe cook; rezept kochen backen; recette cuisiner cuisine; receta cocinar; receita cozinhar; 食谱 菜谱 做菜; レシピ
shopping list grocery; einkauf einkaufsliste lebensmittel; courses; compras lista_de_la_compra; compras mercado; 购物 购物清单; 買い物
weather forecast; wetter vorhersage; meteo temps_qu_il_fait prevision; clima pronostico; clima previsao tempo; 天气 预报; 天気 予報
map location place; karte ort standort; carte lieu; mapa lugar ubicacion; mapa lugar local; 地图 地点 位置; 地図 場所
travel trip; reise reisen; voyage voyager; viaje viajar; viagem viajar; 旅行 旅游; 旅行
flight plane; flug flugzeug; vol avion; vuelo avion; voo aviao; 航班 飞机; 航空便 飛行機 フライト
train bus transit; zug bahn bus haltestelle fahrplan; train bus transports metro; tren autobus transporte metro; trem onibus comboio transporte; 火车 公交 地铁; 電車 バス 地下鉄 時刻表
car vehicle; auto wagen fahrzeug; voiture vehicule; coche carro vehiculo; carro veiculo; 汽车 车; 車 自動車
hotel booking; hotel buchung buchen; hotel reservation reserver; hotel reserva reservar; hotel reserva reservar; 酒店 预订; ホテル 予約
calendar event appointment; kalender termin; calendrier rendez-vous evenement; calendario cita evento; calendario compromisso evento agenda; 日历 日程 约会; カレンダー 予定
schedule cron; zeitplan planen regelmassig taglich; planifier horaire planification; programar horario diario; agendar horario diariamente; 定时 计划任务 每天; スケジュール 定期 毎朝 毎日
reminder; erinnerung erinnern; rappel rappeler; recordatorio recordar; lembrete lembrar; 提醒; リマインダー 通知
meeting call; besprechung sitzung treffen; reunion; reunion; reuniao; 会议 开会; 会議 ミーティング
minutes notes summary; protokoll zusammenfassung; compte_rendu resume; acta resumen; ata resumo; 纪要 摘要 总结; 議事録 要約
summarize; zusammenfassen; resumer; resumir; resumir; 总结 概括; 要約 まとめ
email mail; e-mail mail post nachricht; courriel e-mail mail; correo email; correio email; 邮件 电子邮件 邮箱; メール
inbox; posteingang postfach; boite_de_reception; bandeja_de_entrada buzon; caixa_de_entrada; 收件箱; 受信箱 受信トレイ
attachment; anhang anlage; piece_jointe; adjunto; anexo; 附件; 添付
reply answer; antworten antwort; repondre reponse; responder respuesta; responder resposta; 回复 答复; 返信 返事
message chat; nachricht unterhaltung; message discussion; mensaje charla; mensagem conversa; 消息 聊天; メッセージ チャット
send notify; senden schicken benachrichtigen; envoyer notifier; enviar notificar; enviar notificar; 发送 通知; 送る 送信 通知
phone call; telefon anruf anrufen; telephone appel appeler; telefono llamada llamar; telefone chamada ligar; 电话 打电话; 電話
contact; kontakt adressbuch; contact; contacto; contato contacto; 联系人 通讯录; 連絡先
task todo; aufgabe aufgaben erledigen; tache; tarea pendiente; tarefa; 任务 待办; タスク やること
project; projekt; projet; proyecto; projeto; 项目; プロジェクト
kanban board; tafel brett; tableau; tablero; quadro; 看板; ボード かんばん
ticket issue; ticket vorgang; ticket; incidencia; chamado; 工单 问题; チケット 課題
note; notiz notizen; note; nota apunte; nota anotacao; 笔记 便签; メモ ノート
bookmark link; lesezeichen; signet favori lien; marcador enlace; favorito marcador; 书签 收藏 链接; ブックマーク リンク
diary journal; tagebuch; journal_intime; diario; diario; 日记; 日記
habit; gewohnheit; habitude; habito; habito; 习惯; 習慣
focus productivity; konzentration konzentrieren ablenkung; concentration productivite; concentracion productividad; foco produtividade; 专注 效率; 集中 生産性
gratitude grateful; dankbar dankbarkeit; gratitude reconnaissant; gratitud agradecido; gratidao grato; 感恩 感激; 感謝
confidence self; selbstvertrauen; confiance; confianza; confianca; 自信 信心; 自信
stress mental depression; stress psyche depression; stress depression; estres depresion; estresse depressao; 压力 抑郁 心理; ストレス うつ
meditation mindfulness; meditation achtsamkeit; meditation pleine_conscience; meditacion; meditacao; 冥想 正念; 瞑想
sleep; schlaf schlafen geschlafen; sommeil dormir; sueno dormir dormi; sono dormir; 睡眠 睡觉; 睡眠 寝る
health; gesundheit; sante; salud; saude; 健康; 健康
fitness workout training; training sport fitness; entrainement sport; entrenamiento ejercicio; treino exercicio; 健身 锻炼 训练; 運動 トレーニング 筋トレ
steps activity; schritte; pas activite; pasos actividad; passos atividade; 步数; 歩数
recovery readiness whoop; erholung erholt; recuperation; recuperacion; recuperacao; 恢复; 回復
wearable fitbit; armband uhr; bracelet montre; pulsera reloj; pulseira relogio; 手环 手表; 腕時計 ウェアラブル
heart glucose; herz blutzucker; coeur glycemie; corazon glucosa; coracao glicose; 心率 血糖; 心拍 血糖
medical device; medizin medizinprodukt arzt; medical medicaux dispositif; medico dispositivo; medico dispositivo; 医疗 器械; 医療 機器
doctor; arzt; medecin; medico; medico; 医生; 医者
study learn exam; lernen studieren prufung; etudier apprendre reviser examen; estudiar aprender examen; estudar aprender exame; 学习 复习 考试; 勉強 学習 試験
spaced_repetition flashcard; karteikarten; repetition_espacee; repeticion_espaciada; repeticao_espacada; 间隔重复 抽认卡; 間隔反復 暗記
teach tutor tutorial; unterrichten lehrer anleitung; enseigner tutoriel; ensenar tutorial; ensinar tutorial; 教程 辅导 教; チュートリアル 教える
language translate translation; sprache ubersetzen ubersetzung; langue traduire traduction; idioma traducir traduccion; idioma traduzir traducao; 翻译 语言; 翻訳 言語
job career resume; stelle beruf bewerbung lebenslauf arbeit; emploi carriere candidature cv; empleo trabajo curriculum; emprego trabalho curriculo; 工作 求职 简历; 仕事 求人 履歴書
applicant candidate screening; bewerber kandidat; candidat; candidato; candidato; 求职者 应聘者 候选人; 応募者 候補者
hire hr employee; einstellen mitarbeiter personal; embaucher employe ressources_humaines; contratar empleado; contratar funcionario; 招聘 员工 人事; 採用 社員 人事
leave vacation; urlaub abwesenheit; conge vacances; vacaciones permiso; ferias licenca; 请假 休假; 休暇 有給
quality management; qualitat qualitatsmanagement; qualite; calidad; qualidade; 质量 品质; 品質
audit; prufung audit; audit; auditoria; auditoria; 审计 审核; 監査
compliance regulation; vorschrift regelung einhaltung; conformite reglementation; cumplimiento normativa; conformidade; 合规 法规; 法令遵守 規制
privacy gdpr privacy_policy; datenschutz datenschutzerklarung; confidentialite vie_privee; privacidad proteccion_de_datos; privacidade; 隐私 个人信息; プライバシー 個人情報
website web page site; webseite website internetseite seite; site page_web; sitio pagina web; site pagina; 网站 网页; ウェブサイト サイト ページ
portfolio site; portfolio; portfolio; portafolio; portfolio; 作品集; ポートフォリオ
browser; browser; navigateur; navegador; navegador; 浏览器; ブラウザ
search find; suchen suche finden; chercher recherche trouver; buscar busqueda encontrar; buscar pesquisar encontrar; 搜索 查找 检索; 検索 探す 調べる
scrape crawl extract; auslesen herausziehen; extraire aspirer; extraer raspar; extrair raspar; 抓取 爬取 提取; 抽出 スクレイピング
download; herunterladen; telecharger; descargar; baixar; 下载; ダウンロード
upload; hochladen; televerser; subir; enviar carregar; 上传; アップロード
publish deploy online; veroffentlichen; publier mettre_en_ligne en_ligne; publicar en_linea; publicar; 发布 上线; 公開
hosting domain dns; domane hosting; domaine hebergement nom_de_domaine; dominio alojamiento; dominio hospedagem; 域名 托管; ドメイン ホスティング
server; server; serveur; servidor; servidor; 服务器; サーバー サーバ
network; netzwerk netz; reseau; red; rede; 网络; ネットワーク
router wifi; wlan; routeur wifi; wifi; roteador; 路由器 无线; ルーター 無線
vpn tunnel; tunnel; tunnel; tunel; tunel; 隧道; トンネル
cloud; wolke cloud; nuage cloud; nube; nuvem; 云 云端; クラウド
container docker; container; conteneur; contenedor; conteiner contentor; 容器; コンテナ
kubernetes cluster pod; cluster pod; grappe cluster; cluster; cluster; 集群; クラスタ クラスター
virtual_machine vm; virtuelle_maschine; machine_virtuelle; maquina_virtual; maquina_virtual; 虚拟机; 仮想マシン
restart start; neu_starten neustart starten; redemarrer demarrer; reiniciar arrancar; reiniciar iniciar; 重启 启动; 再起動 起動
stop shutdown; anhalten stoppen beenden; arreter; detener parar; parar; 停止 关闭; 停止 止める
install setup configure; installieren einrichten konfigurieren; installer configurer; instalar configurar; instalar configurar; 安装 配置 设置; インストール 設定
update upgrade; aktualisieren aktualisierung; mettre_a_jour mise_a_jour; actualizar actualizacion; atualizar atualizacao; 更新 升级; 更新 アップデート
backup restore; sicherung sichern wiederherstellen; sauvegarde sauvegarder restaurer; copia_de_seguridad respaldo restaurar; backup copia_de_seguranca restaurar; 备份 恢复 还原; バックアップ 復元
monitor alert metrics; uberwachen uberwachung alarm; surveiller surveillance alerte; vigilar monitorizar alerta; monitorar alerta; 监控 告警 指标; 監視 アラート
log logs; protokoll logdatei meldungen; journal journaux; registro registros; registro logs; 日志; ログ
error bug failure; fehler panne absturz; erreur panne bogue; error fallo; erro falha; 错误 故障 报错; エラー 障害 不具合 バグ
outage incident; ausfall storung; panne incident; caida incidente; queda incidente; 宕机 事故 故障; 障害 停止
debug troubleshoot; fehlersuche debuggen; deboguer depanner; depurar; depurar; 调试 排查; デバッグ 調査
performance slow speed; leistung langsam schnell geschwindigkeit; performance lent rapide vitesse; rendimiento lento rapido velocidad; desempenho lento rapido; 性能 慢 速度; 性能 遅い 速度
memory; speicher gedachtnis; memoire; memoria; memoria; 内存 记忆; メモリ 記憶 忘れ
conversation context session; unterhaltung gesprach; conversation contexte; conversacion contexto; conversa contexto; 对话 会话 上下文; 会話 文脈
database sql; datenbank; base_de_donnees; base_de_datos; banco_de_dados base_de_dados; 数据库; データベース
query sql; abfrage; requete; consulta; consulta; 查询; クエリ 問い合わせ
data; daten; donnees; datos; dados; 数据; データ
mock fake data; testdaten erfundene; factice factices; ficticio falsos; ficticio falsos; 模拟数据 假数据; ダミー 模擬
analytics analysis; auswertung analyse; analyse; analisis; analise; 分析; 分析 解析
dashboard kpi; kennzahl kennzahlen ubersicht; tableau_de_bord indicateur; panel indicador; painel indicador; 仪表盘 指标; ダッシュボード 指標
statistics; statistik; statistique; estadistica; estatistica; 统计; 統計
machine_learning model training; maschinelles_lernen modell trainieren; apprentissage_automatique modele entrainer; aprendizaje_automatico modelo entrenar; aprendizado_de_maquina modelo treinar; 机器学习 模型 训练; 機械学習 モデル
ai llm agent; ki kunstliche_intelligenz agent; ia intelligence_artificielle agent; ia inteligencia_artificial agente; ia inteligencia_artificial agente; 人工智能 智能体 大模型 助手; 人工知能 エージェント アシスタント 助手
prompt prompt_engineering; eingabeaufforderung prompt; invite prompt; prompt instruccion; prompt; 提示词 提示; プロンプト
code source; quelltext code quellcode; code; codigo; codigo; 代码 源码; コード ソースコード
code_review review; durchsicht begutachtung; relecture revue_de_code revue; revision; revisao; 代码审查 审查 评审; レビュー
program develop app; programm programmieren entwickeln; programme programmer developper; programa programar desarrollar; programa programar desenvolver; 程序 编程 开发; プログラム 開発
function method; funktion; fonction; funcion; funcao; 函数; 関数
interface api; schnittstelle; interface api; interfaz; interface; 接口; インターフェース
graphql query fields; felder; champs; campos; campos; 字段; フィールド
frontend ui component; oberflache komponente; composant interface_utilisateur; componente interfaz_de_usuario; componente; 前端 组件 界面; フロントエンド 画面 コンポーネント
responsive mobile screen; bildschirm bildschirme handy; ecran mobile; pantalla movil; tela celular; 屏幕 手机; 画面 スマホ 携帯
mobile app ios android; handy app anwendung; application mobile; aplicacion movil; aplicativo; 应用 手机应用; アプリ スマートフォン
iphone ios swift; iphone; iphone; iphone; iphone; 苹果手机; iphone
backend; backend serverseitig; backend; backend; backend; 后端; バックエンド
test testing; test testen prufen; test tester essai; prueba probar; teste testar; 测试; テスト 試験
end_to_end e2e; ende-zu-ende; bout_en_bout; extremo_a_extremo; ponta_a_ponta; 端到端; エンドツーエンド e2e
coverage; abdeckung testabdeckung; couverture; cobertura; cobertura; 覆盖率; カバレッジ 網羅
refactor clean; aufraumen umbauen; refactoriser nettoyer; refactorizar limpiar; refatorar limpar; 重构 清理; リファクタリング 整理
documentation readme; dokumentation anleitung; documentation; documentacion; documentacao; 文档 说明; ドキュメント 説明書
comment; kommentar; commentaire; comentario; comentario; 评论 注释; コメント
git commit branch; zweig commit; branche depot commit; rama commit; ramo commit; 提交 分支; コミット ブランチ
repository; repository ablage; depot; repositorio; repositorio; 仓库; リポジトリ
pull_request pr merge; zusammenfuhren; fusionner demande_de_fusion; fusionar solicitud; mesclar; 合并 合并请求; マージ プルリクエスト
sign signature gpg key; unterschreiben unterschrift signieren signatur; signer signature; firmar firma; assinar assinatura; 签名 签署; 署名
key token secret; schlussel geheimnis; cle jeton secret; clave llave secreto; chave segredo; 密钥 令牌 秘密; 鍵 キー 秘密
password; passwort kennwort; mot_de_passe; contrasena; senha; 密码; パスワード
vault 1password; tresor; coffre; boveda; cofre; 保险库 密码库; 保管庫
random generate; zufallig zufall; aleatoire hasard; aleatorio aleatoria; aleatorio; 随机; ランダム 乱数
login authentication; anmeldung anmelden; connexion authentification; iniciar_sesion autenticacion; login autenticacao entrar; 登录 认证; ログイン 認証
user permission; benutzer berechtigung rechte; utilisateur droit; usuario permiso; usuario permissao; 用户 权限; ユーザー 権限
security vulnerability; sicherheit sicherheitslucke schwachstelle; securite vulnerabilite faille; seguridad vulnerabilidad; seguranca vulnerabilidade; 安全 漏洞; セキュリティ 脆弱性
attack penetration; angriff eindringen; attaque intrusion; ataque intrusion; ataque invasao; 攻击 渗透; 攻撃 侵入
encrypt; verschlusseln verschlusselung; chiffrer chiffrement; cifrar cifrado; criptografar; 加密; 暗号化
malware virus; schadsoftware; logiciel_malveillant; programa_malicioso; programa_malicioso; 恶意软件 病毒; マルウェア ウイルス
ci pipeline workflow actions; pipeline; integration_continue chaine; integracion_continua; integracao_continua; 流水线 持续集成; パイプライン 継続的インテグレーション
push; hochladen pushen; pousser; empujar; push; 推送; プッシュ
deploy deployment; ausliefern ausrollen bereitstellen; deployer deploiement; desplegar despliegue; implantar implantacao; 部署; デプロイ
release version; version veroffentlichung; version; version lanzamiento; versao lancamento; 版本 发布; リリース バージョン
automatic automation; automatisch automatisieren; automatique automatiser; automatico automatizar; automatico automatizar; 自动 自动化; 自動 自動化
workflow; arbeitsablauf ablauf; flux_de_travail processus; flujo_de_trabajo; fluxo_de_trabalho; 工作流 流程; ワークフロー
script shell; skript; script; guion script; script; 脚本; スクリプト
command terminal cli; befehl kommandozeile; commande terminal ligne_de_commande; comando terminal; comando terminal; 命令 终端 命令行; コマンド 端末 ターミナル
watch file change rerun; anderung andert beobachten; changement modification; cambio cambia; mudanca muda; 改动 变化 监视; 変更 監視
parallel concurrency async; gleichzeitig parallel nebenlaufig; parallele simultane; paralelo a_la_vez simultaneo; paralelo simultaneo; 并行 并发 同时; 並行 並列 同時
wait blocking async; warten wartet; attendre attente; esperar esperando; esperar esperando; 等待; 待つ 待ち
goroutine go golang; goroutine; goroutine; goroutine; goroutine; 协程; ゴルーチン
deadlock; verklemmung; interblocage; interbloqueo; impasse; 死锁; デッドロック
transaction rollback saga; transaktion ruckgangig; transaction annuler; transaccion deshacer; transacao desfazer; 事务 回滚; トランザクション 巻き戻し
distributed microservices; verteilt verteilte; distribue repartie; distribuido; distribuido; 分布式 微服务; 分散
event store; ereignis ereignisse; evenement; evento eventos; evento; 事件; イベント
queue message; warteschlange; file_d_attente; cola; fila; 队列; キュー
cache; zwischenspeicher; cache; cache; cache; 缓存; キャッシュ
migration migrate; umzug umstellen migration; migration migrer; migracion migrar; migracao migrar; 迁移; 移行
architecture; architektur aufbau; architecture; arquitectura; arquitetura; 架构; アーキテクチャ
plan implementation; plan umsetzung umsetzungsplan; plan mise_en_oeuvre; plan implementacion; plano implementacao; 计划 实施 方案; 計画 実装 実装計画
requirement prd specification; anforderung anforderungen; exigence cahier_des_charges; requisito; requisito; 需求 要求; 要件 仕様
idea brainstorm; idee ideen; idee; idea; ideia; 想法 创意 点子; アイデア
decision; entscheidung entscheiden; decision decider; decision decidir; decisao decidir; 决定 决策; 決定 判断
research; forschung recherche; recherche etude; investigacion; pesquisa; 研究 调研; 研究 調査
paper article; artikel aufsatz; article; articulo; artigo; 文章 论文; 記事 論文
blog; blog; blog; blog; blog; 博客; ブログ
book; buch bucher; livre; libro; livro; 书 书籍; 本 書籍
news; nachrichten neuigkeiten; actualites nouvelles; noticias; noticias; 新闻; ニュース
write writing; schreiben schreib verfassen; ecrire rediger; escribir redactar; escrever redigir; 写 撰写; 書く 書いて
rewrite edit improve; umschreiben verbessern uberarbeiten; reecrire ameliorer corriger; reescribir mejorar corregir; reescrever melhorar corrigir; 修改 改进 改写; 修正 改善 書き直す
read; lesen; lire lecture; leer; ler leia; 阅读 读; 読む
explain; erklaren; expliquer; explicar; explicar; 解释 讲解; 説明
compare; vergleichen vergleich; comparer; comparar; comparar; 比较 对比; 比較
sort organize; sortieren ordnen; trier ranger organiser; ordenar organizar; organizar ordenar; 整理 分类; 整理 並べ替え
score rate; bewerten bewertung punkte; noter evaluer; puntuar evaluar; pontuar avaliar; 打分 评分; 採点 評価
create generate make; erstellen erzeugen anlegen; creer generer; crear generar; criar gerar; 创建 生成 制作; 作成 生成 作って
convert; umwandeln konvertieren; convertir; convertir; converter; 转换; 変換
compress shrink; komprimieren verkleinern; compresser reduire; comprimir reducir; comprimir reduzir; 压缩; 圧縮
delete remove; loschen entfernen; supprimer effacer; borrar eliminar; apagar remover; 删除 移除; 削除
switch change; wechseln umschalten; changer basculer; cambiar; trocar alternar; 切换; 切り替え
list show; liste anzeigen; liste lister afficher; lista mostrar listar; lista mostrar listar; 列出 清单; 一覧 リスト
smart_home home; zuhause haus; maison domotique; casa hogar domotica; casa domotica; 智能家居 家; 家 スマートホーム
light lamp; licht lichter lampe; lumiere lampe; luz luces lampara; luz luzes lampada; 灯 灯光; 照明 ライト 電気
heating thermostat temperature; heizung temperatur; chauffage temperature; calefaccion temperatura; aquecimento temperatura; 暖气 温度; 暖房 温度
turn_off off; ausschalten ausmachen; eteindre; apagar; desligar apagar; 关掉 关灯; 消す 消して
turn_on on; einschalten anmachen; allumer; encender; ligar acender; 打开 开灯; つける 点ける
kitchen; kuche; cuisine; cocina; cozinha; 厨房; 台所 キッチン
vacuum robot; staubsauger saugroboter; aspirateur; aspiradora; aspirador; 扫地机器人 吸尘器; 掃除機
speaker volume; lautsprecher lautstarke; enceinte haut-parleur volume; altavoz volumen; alto-falante volume caixa_de_som; 音箱 音量; スピーカー 音量
tv television; fernseher fernsehen; tele television; television tele; televisao tv; 电视; テレビ
play pause playback; abspielen pausieren; lecture jouer pause; reproducir pausar; reproduzir pausar; 播放 暂停; 再生 一時停止
recently played history; zuletzt gehort; ecoute recemment; escuchado recientemente; ouvido recentemente; 最近 听过; 最近 聴いた 履歴
game; spiel spielen; jeu jouer; juego jugar; jogo jogar; 游戏; ゲーム
printer 3d_print; drucker drucken; imprimante imprimer; impresora imprimir; impressora imprimir; 打印 打印机; 印刷 プリンタ
electricity energy; strom energie; electricite energie; electricidad energia luz; eletricidade energia; 电 能源; 電気 エネルギー
joke funny; witz lustig; blague drole; chiste gracioso; piada engracado; 笑话 搞笑; 冗談
story fiction; geschichte erzahlung; histoire recit; cuento historia; conto historia; 故事 小说; 物語 小説
community forum; gemeinschaft forum; communaute forum; comunidad foro; comunidade forum; 社区 论坛; コミュニティ 掲示板
moderation; moderation; moderation; moderacion; moderacao; 审核 内容审核; モデレーション
accessibility; barrierefreiheit barrierefrei; accessibilite; accesibilidad; acessibilidade; 无障碍; アクセシビリティ
localization i18n; lokalisierung; localisation; localizacion; localizacao; 本地化 国际化; ローカライズ 国際化
keyboard shortcut; tastatur tastenkurzel; clavier raccourci; teclado atajo; teclado atalho; 键盘 快捷键; キーボード
windows powershell; windows; windows; windows; windows; 微软系统; ウィンドウズ
pitfall mistake; fallstricke fehler; piege erreur; error trampa; erro armadilha; 坑 误区; 注意点
disk storage; festplatte speicherplatz; disque stockage; disco almacenamiento; disco armazenamento; 磁盘 硬盘 存储; ディスク 容量
wireless bluetooth; funk; sans_fil; inalambrico; sem_fio; 蓝牙; ブルートゥース
embedded microcontroller firmware; mikrocontroller; microcontroleur; microcontrolador; microcontrolador; 单片机 嵌入式; マイコン 組み込み
company startup business; firma unternehmen betrieb; entreprise societe; empresa negocio; empresa negocio; 公司 企业 创业; 会社 企業 起業
strategy goal okr; strategie ziel ziele; strategie objectif; estrategia objetivo; estrategia objetivo; 战略 目标; 戦略 目標
product; produkt produkte; produit; producto; produto; 产品; 製品 商品
recommend; empfehlen empfehlung; recommander recommandation; recomendar recomendacion; recomendar recomendacao; 推荐; おすすめ 推薦
confirm confirmation; bestatigen bestatigung; confirmer confirmation; confirmar confirmacion; confirmar confirmacao; 确认; 確認
team; team mannschaft; equipe; equipo; equipe; 团队; チーム
customer_support support; kundendienst hilfe; assistance service_client; soporte atencion; suporte atendimento; 客服 支持; サポート
event_planning party; feier veranstaltung; fete evenement; fiesta evento; festa evento; 活动 聚会; イベント パーティー
art; kunst; art; arte; arte; 艺术; 芸術 アート
feedback; ruckmeldung; retour; comentarios; retorno; 反馈; フィードバック
license; lizenz; licence; licencia; licenca; 许可证; ライセンス
dependency package; abhangigkeit paket; dependance paquet; dependencia paquete; dependencia pacote; 依赖 软件包; 依存 パッケージ
environment variable; umgebung umgebungsvariable; environnement variable; entorno variable; ambiente variavel; 环境变量 环境; 環境変数 環境
real_time live; echtzeit; temps_reel; tiempo_real; tempo_real; 实时; リアルタイム
large big; gross grosse; grand; grande; grande; 大; 大きい
free; kostenlos gratis; gratuit gratuitement; gratis gratuito; gratis gratuito; 免费; 無料
`;
